package dev.airlock.sandbox.host.net;

import dev.airlock.sandbox.url.TargetUrl;
import java.util.List;
import java.util.Optional;

/**
 * A request that has passed every check.
 *
 * @param method upper case
 * @param url where it goes
 * @param headers what goes out beside the headers of the connection itself
 * @param body empty for a request without one
 * @param maxResponseBytes how many decoded bytes of a response are taken before the call ends
 * @param decodedOnly whether an answer in an encoding that cannot be undone counts as malformed, since it could not be
 *     searched for a secret
 */
public record HttpRequest(
        String method,
        TargetUrl url,
        List<HttpHeader> headers,
        Optional<byte[]> body,
        long maxResponseBytes,
        boolean decodedOnly) {
    /** Copies the list. */
    public HttpRequest {
        headers = List.copyOf(headers);
    }
}
