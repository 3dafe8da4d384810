package dev.airlock.registry.net;

import dev.airlock.sandbox.host.net.message.HttpHeader;
import dev.airlock.sandbox.host.net.message.HttpRequest;
import dev.airlock.sandbox.url.TargetUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A request to send once.
 *
 * @param method upper case
 * @param url an https URL
 * @param type the media type of the body; empty if there is no body
 * @param body not copied; empty if the method has none
 * @param authorization the value of the Authorization header
 */
public record Outgoing(
        String method, TargetUrl url, String type, Optional<byte[]> body, Optional<String> authorization) {
    /** The maximum size of an answer. A registry answers with a few headers, or with an error text. */
    static final long LARGEST_ANSWER = 1 << 20;

    /** Returns a HEAD request, without a body. */
    public static Outgoing head(TargetUrl url) {
        return new Outgoing("HEAD", url, "", Optional.empty(), Optional.empty());
    }

    /** Returns a POST request with an empty body, which begins something. */
    public static Outgoing post(TargetUrl url) {
        return new Outgoing("POST", url, "", Optional.of(new byte[0]), Optional.empty());
    }

    /** Returns a PUT request with a body to store. */
    public static Outgoing put(TargetUrl url, String type, byte[] body) {
        return new Outgoing("PUT", url, type, Optional.of(body), Optional.empty());
    }

    /** Returns a copy with an Authorization header. */
    public Outgoing by(String who) {
        return new Outgoing(method, url, type, body, Optional.of(who));
    }

    HttpRequest request() {
        List<HttpHeader> headers = new ArrayList<>();
        if (!type.isEmpty()) {
            headers.add(new HttpHeader("Content-Type", type));
        }
        authorization.ifPresent(who -> headers.add(new HttpHeader("Authorization", who)));
        return new HttpRequest(method, url, headers, body, LARGEST_ANSWER, false);
    }
}
