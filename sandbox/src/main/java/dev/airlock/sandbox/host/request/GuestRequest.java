package dev.airlock.sandbox.host.request;

import dev.airlock.formats.text.Parsed;
import dev.airlock.sandbox.host.net.message.HttpHeader;
import java.util.List;
import java.util.Optional;

/**
 * A request as a guest wrote it, checked only for its form.
 *
 * <p>Unknown fields and wrong types are errors. A field that is null counts as absent, which is how several languages
 * write an optional field; {@code url} may not be null.
 *
 * @param method {@code GET} if absent
 * @param headers in the order they came
 * @param body the bytes of {@code body} or {@code body_base64}
 * @param followRedirects whether the host follows redirects; without it the guest gets the 3xx answer itself
 */
public record GuestRequest(
        String method,
        String url,
        List<HttpHeader> headers,
        Optional<byte[]> body,
        Optional<String> credential,
        boolean followRedirects) {
    /** The largest request in guest memory, its body included, in bytes. */
    public static final int MAX_BYTES = 32 << 20;

    /** Reads a request. Of a request that is too long, the caller need keep only enough bytes to show that. */
    public static Parsed<GuestRequest> parse(byte[] json) {
        if (json.length > MAX_BYTES) {
            return GuestRequestReader.wrong("the request is larger than " + (MAX_BYTES >> 20) + " MiB");
        }
        return GuestRequestReader.read(json);
    }
}
