package dev.airlock.sandbox.host.credentials;

import dev.airlock.manifests.credentials.Slot;
import dev.airlock.sandbox.host.net.message.HttpHeader;
import dev.airlock.sandbox.host.net.message.HttpRequest;
import dev.airlock.sandbox.url.PercentEncoding;
import dev.airlock.sandbox.url.TargetUrl;
import dev.airlock.sandbox.url.UrlPath;
import dev.airlock.sandbox.url.UrlQuery;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes a secret into its slot, and removes it from a URL that a service made from it. The secret is escaped in the
 * URL, so that it is one value or one segment whatever it contains.
 */
final class SlotFilling {
    private static final String COOKIE = "Cookie";
    /** A colon is sent as it is: services document keys in the path with it, and may compare the path unescaped. */
    private static final String STAYS_IN_A_SEGMENT = ":";

    private SlotFilling() {}

    /** Returns the request with the secret in its slot; a slot in the path has its place there. */
    static HttpRequest into(HttpRequest request, Slot slot, String secret) {
        String value = slot.value(secret);
        if (slot instanceof Slot.Header header) {
            return request.with(new HttpHeader(header.name(), value));
        }
        return slot instanceof Slot.Cookie cookie
                ? withCookie(request, cookie.name() + "=" + value)
                : request.sentTo(filled(request.url(), slot, secret));
    }

    /** Returns the URL with the secret if the slot is in the URL, and the same URL for another slot. */
    static TargetUrl filled(TargetUrl url, Slot slot, String secret) {
        if (slot instanceof Slot.Query query) {
            return UrlQuery.with(url, query.name(), slot.value(secret));
        }
        if (slot instanceof Slot.PathSegment) {
            String segment = PercentEncoding.encodeText(slot.value(secret), STAYS_IN_A_SEGMENT);
            return UrlPath.replaced(UrlPath.withoutDots(url), text -> text.equals(slot.format()) ? segment : text);
        }
        return url;
    }

    /** Returns the URL as a connector would have asked for it, if a service wrote one of the secrets into the slot. */
    static TargetUrl outOf(TargetUrl url, Slot slot, Collection<String> secrets) {
        List<String> values = secrets.stream().map(slot::value).toList();
        if (slot instanceof Slot.Query query) {
            return UrlQuery.without(url, (name, value) -> name.equals(query.name()) && values.contains(value));
        }
        return slot instanceof Slot.PathSegment
                ? UrlPath.replaced(url, segment -> values.contains(segment) ? slot.format() : segment)
                : url;
    }

    /** A request has one header of that name (RFC 6265, 5.4), in which the connector's own cookies come first. */
    private static HttpRequest withCookie(HttpRequest request, String cookie) {
        Stream<String> own = request.headers().stream()
                .filter(SlotFilling::isCookie)
                .map(header -> header.value().strip().replaceAll("[; ]+$", ""))
                .filter(value -> !value.isEmpty());
        List<HttpHeader> headers = new ArrayList<>(request.headers());
        headers.removeIf(SlotFilling::isCookie);
        headers.add(new HttpHeader(COOKIE, Stream.concat(own, Stream.of(cookie)).collect(Collectors.joining("; "))));
        return request.withHeaders(headers);
    }

    private static boolean isCookie(HttpHeader header) {
        return header.name().equalsIgnoreCase(COOKIE);
    }
}
