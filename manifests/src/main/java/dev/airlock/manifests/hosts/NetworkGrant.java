package dev.airlock.manifests.hosts;

import dev.airlock.formats.text.Parsed;
import java.util.Optional;

/**
 * One entry of {@code [capabilities.network] hosts}: permission to talk to exactly one host and port, over https unless the entry says
 * {@code http://}.
 *
 * @param scheme the scheme that the connector may use
 * @param address the exact host and port
 */
public record NetworkGrant(UrlScheme scheme, HostPort address) {
    private static final String HTTP = "http://";

    /** Parses {@code host:port} or {@code http://host:port}. */
    public static Parsed<NetworkGrant> parse(String text) {
        Parsed<NetworkGrant> parsed = text.startsWith(HTTP)
                ? HostPort.parse(text.substring(HTTP.length()))
                        .map(address -> new NetworkGrant(UrlScheme.HTTP, address))
                : HostPort.parse(text).map(address -> new NetworkGrant(UrlScheme.HTTPS, address));
        if (parsed instanceof Parsed.Wrong<NetworkGrant> wrong) {
            return salvage(text)
                    .map(grant -> Parsed.<NetworkGrant>wrong(wrong.what(), "write \"" + grant + "\""))
                    .orElse(parsed);
        }
        return parsed;
    }

    // A record's generated methods are linked at their first use, which takes tens of milliseconds.
    @Override
    public boolean equals(Object object) {
        return object instanceof NetworkGrant grant && scheme == grant.scheme && address.equals(grant.address);
    }

    @Override
    public int hashCode() {
        return 2 * address.hashCode() + (scheme == UrlScheme.HTTP ? 1 : 0);
    }

    /** Returns the canonical spelling: {@code host:port}, or {@code http://host:port}. */
    @Override
    public String toString() {
        return scheme == UrlScheme.HTTP ? HTTP + address : address.toString();
    }

    /**
     * Returns the grant that the author of a wrong entry most likely meant: the same host without the parts that do not belong, with the
     * scheme's own port when it has none. Empty for a text that could mean two hosts.
     */
    private static Optional<NetworkGrant> salvage(String text) {
        String trimmed = text.strip();
        int colon = trimmed.indexOf("://");
        Optional<UrlScheme> scheme = colon < 0
                ? Optional.of(UrlScheme.HTTPS)
                : UrlScheme.ofWord(HostPort.lower(trimmed.substring(0, colon)));
        String authority = trimmed.substring(colon < 0 ? 0 : colon + 3).split("[/?#]", 2)[0];
        String host = bracketed(authority).replaceFirst("\\.?:?$", "").replaceFirst("\\.(:[0-9]+)$", "$1");
        boolean isAmbiguous = trimmed.contains("@") || trimmed.contains("\\") || trimmed.indexOf("://", colon + 1) >= 0;
        return isAmbiguous
                ? Optional.empty()
                : scheme.flatMap(s ->
                        HostPort.parse(host, s.defaultPort()).optional().map(address -> new NetworkGrant(s, address)));
    }

    private static String bracketed(String authority) {
        boolean isBareIpv6 = authority.indexOf(':') != authority.lastIndexOf(':') && !authority.startsWith("[");
        return isBareIpv6 ? bracketAllButLast(authority) : authority;
    }

    private static String bracketAllButLast(String authority) {
        if (Ipv6.parse(authority).isPresent()) {
            return "[" + authority + "]";
        }
        int last = authority.lastIndexOf(':');
        return "[" + authority.substring(0, last) + "]" + authority.substring(last);
    }
}
