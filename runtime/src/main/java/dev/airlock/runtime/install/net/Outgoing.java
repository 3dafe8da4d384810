package dev.airlock.runtime.install.net;

import dev.airlock.sandbox.host.net.HttpHeader;
import dev.airlock.sandbox.host.net.HttpRequest;
import dev.airlock.sandbox.url.TargetUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A request that is to be sent once.
 *
 * @param method upper case
 * @param url an https URL
 * @param type the media type of the body; empty if there is no body
 * @param body not copied; empty for a method that has none
 * @param authorization what says who asks
 */
public record Outgoing(
        String method, TargetUrl url, String type, Optional<byte[]> body, Optional<String> authorization) {
    /** The largest answer that is read: a registry answers with a few headers, or with what is wrong. */
    static final long LARGEST_ANSWER = 1 << 20;

    /** A request without a body that only asks. */
    public static Outgoing head(TargetUrl url) {
        return new Outgoing("HEAD", url, "", Optional.empty(), Optional.empty());
    }

    /** A request that begins something, with an empty body. */
    public static Outgoing post(TargetUrl url) {
        return new Outgoing("POST", url, "", Optional.of(new byte[0]), Optional.empty());
    }

    /** A request to keep something. */
    public static Outgoing put(TargetUrl url, String type, byte[] body) {
        return new Outgoing("PUT", url, type, Optional.of(body), Optional.empty());
    }

    /** The same that says who asks. */
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
