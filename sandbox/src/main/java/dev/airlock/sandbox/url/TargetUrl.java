package dev.airlock.sandbox.url;

import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.manifests.hosts.UrlScheme;
import okhttp3.HttpUrl;

/**
 * A URL that has passed the strict parser: its destination in canonical spelling, and its path and query exactly as
 * they were written.
 *
 * <p>The value that is compared with the grants is the one that is dialled: {@link #httpUrl} has this scheme, host,
 * port, path and query, or there is no target at all.
 *
 * <p>A fragment is left out, as it never goes to a server. Everything else of path and query goes out unchanged:
 * escapes, dots, empty segments, and characters that RFC 3986 would have escaped but that no server confuses.
 */
public final class TargetUrl {
    private final UrlScheme scheme;
    private final HostPort address;
    private final HttpUrl httpUrl;

    TargetUrl(UrlScheme scheme, HostPort address, HttpUrl httpUrl) {
        this.scheme = scheme;
        this.address = address;
        this.httpUrl = httpUrl;
    }

    /** Parses a URL as a guest wrote it. */
    public static ParsedUrl parse(String text) {
        return UrlParser.parse(text);
    }

    /** Parses a reference in a server's answer to this URL, absolute or relative, as strictly as any URL. */
    public ParsedUrl resolve(String reference) {
        return UrlParser.parse(UrlReference.resolve(this, reference));
    }

    /** Whether another URL goes to the same scheme, host and port. */
    public boolean sameOrigin(TargetUrl other) {
        return scheme == other.scheme && address.equals(other.address);
    }

    /** The scheme, {@code http} or {@code https}. */
    public UrlScheme scheme() {
        return scheme;
    }

    /** Host and port; the scheme's own port if the URL names none. */
    public HostPort address() {
        return address;
    }

    /** Path and query as they were written; at least a slash. */
    public String pathAndQuery() {
        return ExactHttpUrl.pathAndQuery(httpUrl);
    }

    /** Returns the same address with another path and query, written as they are to be sent. */
    TargetUrl withPathAndQuery(String pathAndQuery) {
        return ExactHttpUrl.of(scheme, address, pathAndQuery)
                .map(exact -> new TargetUrl(scheme, address, exact))
                .orElseThrow(() -> new IllegalArgumentException("not a path and query that can be sent as it is"));
    }

    /** The same URL in the HTTP client's own type. */
    public HttpUrl httpUrl() {
        return httpUrl;
    }

    /** The canonical URL: scheme, {@code host:port}, path and query. */
    @Override
    public String toString() {
        return scheme.word() + "://" + address + pathAndQuery();
    }
}
