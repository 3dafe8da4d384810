package dev.airlock.sandbox.url;

import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.manifests.hosts.UrlScheme;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * Builds the HTTP client's URL without any change to it.
 *
 * <p>OkHttp's public builder resolves dot segments and escapes characters as a browser would. Instead, this sets the
 * lists inside the builder directly (they are public in the class file, though not in Kotlin) and compares the result
 * with what was authorised. On any difference there is no URL.
 */
final class ExactHttpUrl {
    private ExactHttpUrl() {}

    static Optional<HttpUrl> of(UrlScheme scheme, HostPort address, String pathAndQuery) {
        String host = unbracketed(address);
        HttpUrl.Builder builder = new HttpUrl.Builder().scheme(scheme.word()).port(address.port());
        try {
            builder.host(host);
        } catch (IllegalArgumentException notAHostToOkHttp) {
            return Optional.empty();
        }
        write(builder, pathAndQuery);
        HttpUrl url = builder.build();
        boolean same = url.scheme().equals(scheme.word())
                && url.host().equals(host)
                && url.port() == address.port()
                && pathAndQuery(url).equals(pathAndQuery);
        return same ? Optional.of(url) : Optional.empty();
    }

    /** Returns what goes into the request line. */
    static String pathAndQuery(HttpUrl url) {
        String query = url.encodedQuery();
        return query == null ? url.encodedPath() : url.encodedPath() + "?" + query;
    }

    private static void write(HttpUrl.Builder builder, String pathAndQuery) {
        int question = pathAndQuery.indexOf('?');
        String path = question < 0 ? pathAndQuery : pathAndQuery.substring(0, question);
        List<String> segments = builder.getEncodedPathSegments$okhttp();
        segments.clear();
        segments.addAll(List.of(path.substring(1).split("/", -1)));
        if (question >= 0) {
            List<@Nullable String> query = Arrays.asList(pathAndQuery.substring(question + 1), null);
            builder.setEncodedQueryNamesAndValues$okhttp(query);
        }
    }

    private static String unbracketed(HostPort address) {
        String text = address.host().text();
        return text.startsWith("[") ? text.substring(1, text.length() - 1) : text;
    }
}
