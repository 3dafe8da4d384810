package dev.airlock.sandbox.host.credentials;

import dev.airlock.sandbox.host.net.message.HttpHeader;
import dev.airlock.sandbox.host.net.message.HttpRequest;
import dev.airlock.sandbox.url.PercentEncoding;
import dev.airlock.sandbox.url.TargetUrl;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A request in the canonical form that AWS and a signer agree on.
 *
 * @param text the text that is hashed
 * @param signedHeaders the names of the headers in it, sorted, with semicolons between
 */
record AwsCanonicalRequest(String text, String signedHeaders) {
    private static final String S3 = "s3";
    private static final String SLASH = "/";

    /** Returns the canonical form of a request and the headers that signing adds to it. */
    static AwsCanonicalRequest of(HttpRequest request, List<HttpHeader> added, String service, String bodyHash) {
        List<HttpHeader> signed = new ArrayList<>(added);
        signed.add(new HttpHeader("host", hostHeader(request.url())));
        request.headers().stream()
                .filter(header -> isSigned(header.name().toLowerCase(Locale.ROOT)))
                .forEach(signed::add);
        String[] target = request.url().pathAndQuery().split("\\?", 2);
        return of(
                request.method(),
                service.equals(S3)
                        ? PercentEncoding.encode(PercentEncoding.decode(target[0], false), SLASH)
                        : path(target[0]),
                target.length == 2 ? query(target[1]) : "",
                signed,
                bodyHash);
    }

    /** Returns the canonical form of parts that are canonical already. */
    static AwsCanonicalRequest of(String method, String path, String query, List<HttpHeader> signed, String bodyHash) {
        Map<String, String> headers = new TreeMap<>();
        for (HttpHeader header : signed) {
            String value = header.value().strip().replaceAll(" +", " ");
            headers.merge(header.name().toLowerCase(Locale.ROOT), value, (one, other) -> one + "," + other);
        }
        String lines = headers.entrySet().stream()
                .map(header -> header.getKey() + ":" + header.getValue() + "\n")
                .collect(Collectors.joining());
        String names = String.join(";", headers.keySet());
        return new AwsCanonicalRequest(String.join("\n", method, path, query, lines, names, bodyHash), names);
    }

    /** Decodes and encodes each parameter again, sorted by name and then by value. */
    static String query(String raw) {
        return Stream.of(raw.split("&"))
                .filter(parameter -> !parameter.isEmpty())
                .map(parameter -> parameter.split("=", 2))
                .map(pair -> new String[] {recoded(pair[0]), pair.length == 2 ? recoded(pair[1]) : ""})
                .sorted((one, other) -> Arrays.compare(one, other))
                .map(pair -> pair[0] + "=" + pair[1])
                .collect(Collectors.joining("&"));
    }

    /** Normalises the path as it is sent and encodes it once more. S3 alone takes it as it is. */
    static String path(String sent) {
        return PercentEncoding.encodeText(normalised(sent), SLASH);
    }

    /** Removes empty segments and dot segments, as RFC 3986, section 5.2.4, describes. */
    private static String normalised(String path) {
        Deque<String> kept = new ArrayDeque<>();
        for (String segment : path.split("/")) {
            if (segment.equals("..")) {
                kept.pollLast();
            } else if (!segment.isEmpty() && !segment.equals(".")) {
                kept.addLast(segment);
            }
        }
        boolean endsOpen = path.endsWith("/") && !kept.isEmpty();
        return "/" + String.join("/", kept) + (endsOpen ? "/" : "");
    }

    private static boolean isSigned(String name) {
        return name.equals("content-type") || name.startsWith("x-amz-");
    }

    private static String hostHeader(TargetUrl url) {
        boolean isStandard = url.address().port() == url.scheme().defaultPort();
        return isStandard ? url.address().host().text() : url.address().toString();
    }

    private static String recoded(String text) {
        return PercentEncoding.encode(PercentEncoding.decode(text, true), "");
    }
}
