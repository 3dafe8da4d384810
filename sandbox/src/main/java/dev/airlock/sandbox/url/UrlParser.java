package dev.airlock.sandbox.url;

import dev.airlock.formats.text.Parsed;
import dev.airlock.manifests.hosts.Host;
import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.manifests.hosts.UrlScheme;
import java.net.Inet4Address;
import java.util.Locale;
import java.util.Optional;

/**
 * Splits a URL into scheme, {@code ://}, authority up to the first {@code /}, {@code ?} or {@code #}, and the rest.
 * Refuses text that other parsers read in more than one way.
 */
final class UrlParser {
    /** The longest URL in characters; servers accept far less. */
    static final int MAX_LENGTH = 64 << 10;

    private static final String SEPARATOR = "://";

    private UrlParser() {}

    static ParsedUrl parse(String text) {
        if (text.isEmpty()) {
            return refused("is empty");
        }
        if (text.length() > MAX_LENGTH) {
            return refused("is longer than " + MAX_LENGTH + " characters");
        }
        Optional<String> bad = badCharacter(text);
        if (bad.isPresent()) {
            return refused(bad.get());
        }
        int separator = text.indexOf(SEPARATOR);
        if (separator < 0) {
            return refused("is not absolute: it starts with https:// or http://");
        }
        Optional<UrlScheme> scheme =
                UrlScheme.ofWord(text.substring(0, separator).toLowerCase(Locale.ROOT));
        return scheme.map(known -> authority(known, text.substring(separator + SEPARATOR.length())))
                .orElseGet(() -> refused("has a scheme other than https and http"));
    }

    private static ParsedUrl authority(UrlScheme scheme, String rest) {
        int end = firstOf(rest, "/?#");
        String authority = rest.substring(0, end);
        if (authority.isEmpty()) {
            return refused("has no host");
        }
        if (authority.indexOf('@') >= 0) {
            return refused("has a user name before its host");
        }
        if (authority.indexOf('%') >= 0) {
            return refused("has an escape or a zone in its host");
        }
        Parsed<HostPort> parsed = HostPort.parse(authority, scheme.defaultPort());
        if (parsed instanceof Parsed.Wrong<HostPort> wrong) {
            return refused("names no valid host: " + wrong.message());
        }
        HostPort address = parsed.orThrow();
        return isMapped(address.host())
                ? refused("writes an IPv4 address as IPv6; write the IPv4 address itself")
                : target(scheme, address, rest.substring(end));
    }

    private static ParsedUrl target(UrlScheme scheme, HostPort address, String rest) {
        int fragment = rest.indexOf('#');
        String written = fragment < 0 ? rest : rest.substring(0, fragment);
        for (int i = 0; i < written.length(); i++) {
            if (written.charAt(i) > '~') {
                return refused("has a character outside ASCII in its path or query; write it percent-encoded");
            }
        }
        String pathAndQuery = written.startsWith("/") ? written : "/" + written;
        return ExactHttpUrl.of(scheme, address, pathAndQuery)
                .<ParsedUrl>map(exact -> new ParsedUrl.Target(new TargetUrl(scheme, address, exact)))
                .orElseGet(() -> refused("names a host that cannot be dialled exactly as it is written"));
    }

    /** Whether the library would turn this address from IPv6 into IPv4 by itself. */
    private static boolean isMapped(Host host) {
        return host.text().startsWith("[")
                && host.address().filter(Inet4Address.class::isInstance).isPresent();
    }

    private static Optional<String> badCharacter(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                return Optional.of("has a backslash");
            }
            if (c == ' ' || Character.isWhitespace(c) || Character.isSpaceChar(c)) {
                return Optional.of("has white space in it; write it percent-encoded");
            }
            if (Character.isISOControl(c)) {
                return Optional.of("has a control character in it");
            }
        }
        return Optional.empty();
    }

    private static int firstOf(String text, String delimiters) {
        for (int i = 0; i < text.length(); i++) {
            if (delimiters.indexOf(text.charAt(i)) >= 0) {
                return i;
            }
        }
        return text.length();
    }

    private static ParsedUrl refused(String why) {
        return new ParsedUrl.Refused(why);
    }
}
