package dev.airlock.manifests.hosts;

import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A host and a port, {@code host:port}, in one canonical spelling: two are equal exactly when they mean the same place.
 *
 * <p>The parser takes nothing else: no scheme, user name, path, query, wildcard, escape or white space.
 *
 * @param host the host
 * @param port the port, from 1 to 65535
 */
public record HostPort(Host host, int port) {
    /** The highest port. */
    public static final int MAX_PORT = 65535;

    static final String EXAMPLE = "write a host and a port, for instance \"api.example.com:443\"";

    /** Checks the port. */
    public HostPort {
        if (port < 1 || port > MAX_PORT) {
            throw new IllegalArgumentException("a port is a number from 1 to " + MAX_PORT + ", not " + port);
        }
    }

    /** Parses {@code host:port}. The port is required. */
    public static Parsed<HostPort> parse(String text) {
        return parse(text, OptionalInt.empty());
    }

    /** Parses the authority of a URL: {@code host:port}, or {@code host} with the default port. */
    public static Parsed<HostPort> parse(String text, int defaultPort) {
        return parse(text, OptionalInt.of(defaultPort));
    }

    // A record's generated methods are linked at their first use, which takes tens of milliseconds.
    @Override
    public boolean equals(Object object) {
        return object instanceof HostPort other && port == other.port && host.equals(other.host);
    }

    @Override
    public int hashCode() {
        return 31 * port + host.hashCode();
    }

    /** Returns the canonical spelling, {@code host:port}. */
    @Override
    public String toString() {
        return host + ":" + port;
    }

    private static Parsed<HostPort> parse(String text, OptionalInt defaultPort) {
        Optional<Parsed<HostPort>> foreign = foreignPart(text);
        if (foreign.isPresent()) {
            return foreign.get();
        }
        int colon = text.indexOf(':', text.startsWith("[") ? Math.max(0, text.indexOf(']')) : 0);
        if (colon < 0) {
            return defaultPort.isPresent()
                    ? Host.parse(text).map(host -> new HostPort(host, defaultPort.getAsInt()))
                    : wrong(text, "has no port", "write the port after the host, for instance \":443\"");
        }
        if (text.indexOf(':', colon + 1) >= 0) {
            return wrong(
                    text, "has more than one colon", "write an IPv6 address in brackets, for instance \"[::1]:443\"");
        }
        return port(text, text.substring(colon + 1))
                .then(port -> Host.parse(text.substring(0, colon)).map(host -> new HostPort(host, port)));
    }

    private static Optional<Parsed<HostPort>> foreignPart(String text) {
        if (text.isEmpty()) {
            return Optional.of(Parsed.wrong("a host is empty", EXAMPLE));
        }
        if (text.contains("://")) {
            return Optional.of(wrong(text, "has a scheme", EXAMPLE));
        }
        for (int i = 0; i < text.length(); i++) {
            Optional<String> foreign = foreign(text.charAt(i));
            if (foreign.isPresent()) {
                return Optional.of(wrong(text, foreign.get(), EXAMPLE));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> foreign(char c) {
        return switch (c) {
            case '@' -> Optional.of("has a user name, which no host has");
            case '/', '\\' -> Optional.of("has a path, which no host has");
            case '?', '#' -> Optional.of("has a query or fragment, which no host has");
            case '*' -> Optional.of("has a wildcard; every host is granted by its full name");
            case '%' -> Optional.of("has an escape or a zone, which no host may have");
            default ->
                c <= ' ' || Character.isWhitespace(c) || Character.isISOControl(c)
                        ? Optional.of("has white space or a control character")
                        : Optional.empty();
        };
    }

    private static Parsed<Integer> port(String text, String port) {
        String rule = "a port is a number from 1 to " + MAX_PORT + ", for instance 443";
        if (port.isEmpty()) {
            return wrong(text, "has no port after the colon", rule);
        }
        boolean isNumber = port.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!isNumber || port.length() > 5 || Integer.parseInt(port) > MAX_PORT || port.charAt(0) == '0') {
            return wrong(text, "has the port " + Printable.quoted(port), rule);
        }
        return Parsed.ok(Integer.parseInt(port));
    }

    private static <T> Parsed<T> wrong(String text, String what, String right) {
        return Parsed.wrong("host " + Printable.quoted(text) + " " + what, right);
    }

    static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
