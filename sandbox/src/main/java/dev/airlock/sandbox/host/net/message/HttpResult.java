package dev.airlock.sandbox.host.net.message;

import dev.airlock.sandbox.evidence.Exchange;
import java.util.List;

/** The result of one exchange. */
public sealed interface HttpResult {

    /** A complete response, decoded. */
    final class Response implements HttpResult {
        private final int status;
        private final List<HttpHeader> headers;
        private final byte[] body;

        /**
         * A response; the body is not copied.
         *
         * @param status 200 to 999
         * @param headers in the order they came, without those of an encoding that was decoded
         * @param body every byte of the body
         */
        public Response(int status, List<HttpHeader> headers, byte[] body) {
            this.status = status;
            this.headers = List.copyOf(headers);
            this.body = body;
        }

        /** The status, 200 to 999. */
        public int status() {
            return status;
        }

        /** The headers in the order they came. */
        public List<HttpHeader> headers() {
            return headers;
        }

        /** The body, not a copy. */
        public byte[] body() {
            return body;
        }

        /** Returns the first value of a header, ignoring case; an empty text if there is none. */
        public String header(String name) {
            return headers.stream()
                    .filter(header -> header.name().equalsIgnoreCase(name))
                    .map(HttpHeader::value)
                    .findFirst()
                    .orElse("");
        }
    }

    /** No complete response. */
    record Failed(Exchange.Broken broken) implements HttpResult {}
}
