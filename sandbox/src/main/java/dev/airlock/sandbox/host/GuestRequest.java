package dev.airlock.sandbox.host;

import dev.airlock.manifests.parsing.Parsed;
import dev.airlock.sandbox.host.net.HttpHeader;
import java.util.List;
import java.util.Optional;

/**
 * A request as a guest wrote it, well-formed and nothing more.
 *
 * <p>Unknown fields and wrong types are errors. A field that is null counts as left out, which is how several languages
 * write an optional field; {@code url} may not be.
 *
 * @param method {@code GET} if left out
 * @param headers in the order they came
 * @param body the bytes of {@code body} or {@code body_base64}
 * @param followRedirects whether the host follows redirects; without it a 3xx comes back as it is
 */
record GuestRequest(
        String method,
        String url,
        List<HttpHeader> headers,
        Optional<byte[]> body,
        Optional<String> credential,
        boolean followRedirects) {
    /** The largest request, its body included, as it stands in guest memory. */
    static final int MAX_BYTES = 32 << 20;

    /** Reads a request. Of what is longer than any request may have only so much is kept as shows that it is too long. */
    static Parsed<GuestRequest> parse(byte[] json) {
        if (json.length > MAX_BYTES) {
            return GuestRequestReader.wrong("the request is larger than " + (MAX_BYTES >> 20) + " MiB");
        }
        return GuestRequestReader.read(json);
    }
}
