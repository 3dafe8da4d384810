package dev.airlock.sandbox.host.request;

import dev.airlock.sandbox.host.net.message.HttpHeader;
import dev.airlock.sandbox.host.net.message.HttpRequest;
import dev.airlock.sandbox.host.net.message.HttpResult;
import dev.airlock.sandbox.url.ParsedUrl;
import dev.airlock.sandbox.url.TargetUrl;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A redirecting answer, and the request that follows it (RFC 9110, section 15.4). The request has no credential, which
 * is injected anew.
 *
 * <p>Within one scheme, host and port, everything goes along. Elsewhere no credential does, and only headers that
 * cannot contain one; a location with a known secret is denied there.
 */
public final class Redirect {
    /** The most redirects that are followed for one request. */
    public static final int MOST = 5;

    /** Headers that say how to answer and what the body is, never who asks. */
    private static final Set<String> HARMLESS = Set.of(
            "accept",
            "accept-charset",
            "accept-encoding",
            "accept-language",
            "cache-control",
            "content-disposition",
            "content-encoding",
            "content-language",
            "content-type",
            "idempotency-key",
            "if-match",
            "if-modified-since",
            "if-none-match",
            "if-range",
            "if-unmodified-since",
            "pragma",
            "prefer",
            "range",
            "user-agent");

    private final HttpRequest from;
    private final int status;
    private final String location;
    private final ParsedUrl to;
    private final UnaryOperator<String> scrub;

    private Redirect(HttpRequest from, int status, String location, UnaryOperator<String> scrub) {
        this.scrub = scrub;
        this.from = from;
        this.status = status;
        this.location = location;
        this.to = from.url().resolve(location);
    }

    /**
     * Returns the redirect in an answer, if it is one that can be followed.
     *
     * @param scrub removes the connector's secrets from a text
     */
    public static Optional<Redirect> of(HttpRequest request, HttpResult.Response answer, UnaryOperator<String> scrub) {
        List<String> locations = answer.headers().stream()
                .filter(header -> header.name().equalsIgnoreCase("Location"))
                .map(HttpHeader::value)
                .toList();
        if (!isRedirect(answer.status()) || locations.size() != 1) {
            return Optional.empty();
        }
        return Optional.of(new Redirect(request, answer.status(), locations.get(0), scrub));
    }

    /** The location as it came. */
    public String location() {
        return location;
    }

    /** The destination. */
    public ParsedUrl to() {
        return to;
    }

    /** Returns the request that follows the redirect to a URL that has passed the checks. */
    public HttpRequest request(TargetUrl url) {
        boolean stays = from.url().sameOrigin(url);
        boolean bodyGoes = method().equals(from.method());
        HttpRequest.Label label = from.label();
        return new HttpRequest(
                method(),
                url,
                from.headers().stream()
                        .filter(header -> stays || isHarmless(header))
                        .filter(header -> bodyGoes || !lower(header).startsWith("content-"))
                        .toList(),
                bodyGoes ? from.body() : Optional.empty(),
                from.maxResponseBytes(),
                from.decodedOnly(),
                new HttpRequest.Label(
                        label.number(), label.hop() + 1, stays ? label.binding() : Optional.empty(), label.urls()));
    }

    /** 303 asks for a GET; 301 and 302 turn a POST into one, as all clients do; the others change nothing. */
    private String method() {
        String method = from.method();
        return switch (status) {
            case 303 -> method.equals("HEAD") ? method : "GET";
            case 301, 302 -> method.equals("POST") ? "GET" : method;
            default -> method;
        };
    }

    /** Whether its location contains a secret and leads to another scheme, host or port, or nowhere. */
    public boolean carriesSecretAway() {
        boolean stays = to instanceof ParsedUrl.Target target && from.url().sameOrigin(target.url());
        return !stays && holdsSecret(location);
    }

    /** Whether the request that follows it carries the credential of the one before. */
    public boolean keepsCredential(TargetUrl url) {
        return from.url().sameOrigin(url) && from.label().binding().isPresent();
    }

    private boolean isHarmless(HttpHeader header) {
        return HARMLESS.contains(lower(header)) && !holdsSecret(header.value());
    }

    private boolean holdsSecret(String text) {
        return !scrub.apply(text).equals(text);
    }

    private static boolean isRedirect(int status) {
        return switch (status) {
            case 301, 302, 303, 307, 308 -> true;
            default -> false;
        };
    }

    private static String lower(HttpHeader header) {
        return header.name().toLowerCase(Locale.ROOT);
    }
}
