package dev.airlock.sandbox.host.net;

import java.net.ProtocolException;
import java.util.List;
import java.util.regex.Pattern;
import okhttp3.Response;

/**
 * Where an answer ends (RFC 9112, section 6.3). The HTTP client takes the last of several lengths, a negative one too, and hands
 * the chunks of an answer with another transfer coding on as they are; here neither is an answer.
 */
final class Framing {
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");

    private Framing() {}

    /** @throws ProtocolException if the headers leave it open, or say it in a coding that was not asked for */
    static void require(Response response) throws ProtocolException {
        List<String> lengths = response.headers("Content-Length");
        boolean isOne = lengths.stream().distinct().count() <= 1
                && lengths.stream().allMatch(length -> LENGTH.matcher(length).matches());
        List<String> codings = response.headers("Transfer-Encoding");
        boolean isChunked =
                codings.isEmpty() || (codings.size() == 1 && codings.get(0).equalsIgnoreCase("chunked"));
        if (!isOne || !isChunked) {
            throw new ProtocolException("an answer without a clear end");
        }
    }
}
