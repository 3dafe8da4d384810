package dev.airlock.upstreams.script;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A host as written in scripts and grants: {@code name:port}, {@code [address]:port}, or the name alone for any port.
 *
 * @param name lower case, without a trailing dot and without brackets
 * @param port the port; empty for any
 */
public record HostPattern(String name, OptionalInt port) {
    private static final Pattern SHAPE = Pattern.compile(
            "(?:\\[([0-9a-fA-F:.]+)]|([A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_])?\\.?))(?::(\\d{1,5}))?");

    /** Parses {@code text}; empty if it is not a host. */
    public static Optional<HostPattern> parse(String text) {
        Matcher matcher = SHAPE.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String name = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
        OptionalInt port =
                matcher.group(3) == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(matcher.group(3)));
        boolean known = port.isEmpty() || (port.getAsInt() >= 1 && port.getAsInt() <= 65535);
        return known ? Optional.of(new HostPattern(canonical(name), port)) : Optional.empty();
    }

    /** Returns a host name in lower case and without a trailing dot; an IPv6 address in one spelling and without brackets. */
    public static String canonical(String name) {
        String bare = name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name;
        String lower = bare.toLowerCase(Locale.ROOT);
        if (lower.indexOf(':') >= 0) {
            return canonicalAddress(lower);
        }
        return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }

    private static String canonicalAddress(String text) {
        try {
            // A text with a colon is an address or an error, so this performs no look-up.
            return InetAddress.getByName(text).getHostAddress();
        } catch (UnknownHostException e) {
            return text;
        }
    }

    /** Returns whether this names that host and port. */
    public boolean matches(String otherName, int otherPort) {
        return matchesName(otherName) && (port.isEmpty() || port.getAsInt() == otherPort);
    }

    /** Returns whether this names that host, on any port. */
    public boolean matchesName(String otherName) {
        return name.equals(canonical(otherName));
    }

    /** Returns the pattern as a script writes it. */
    @Override
    public String toString() {
        String shown = name.indexOf(':') >= 0 ? "[" + name + "]" : name;
        return port.isPresent() ? shown + ":" + port.getAsInt() : shown;
    }
}
