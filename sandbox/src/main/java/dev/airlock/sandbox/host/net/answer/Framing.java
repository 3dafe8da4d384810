package dev.airlock.sandbox.host.net.answer;

import java.net.ProtocolException;
import java.util.List;
import java.util.regex.Pattern;
import okhttp3.Response;

/**
 * The rules for the end of an answer (RFC 9112, section 6.3). The HTTP client takes the last of several lengths, even a
 * negative one, and passes on the chunks of an answer with a further transfer coding as they are. Here both answers are
 * refused.
 */
final class Framing {
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");

    private Framing() {}

    /**
     * @throws ProtocolException if the headers do not define the end, or define it in a coding that was not requested
     */
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
