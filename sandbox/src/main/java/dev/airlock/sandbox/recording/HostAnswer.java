package dev.airlock.sandbox.recording;

import dev.airlock.sandbox.call.Termination;
import java.util.List;
import java.util.Optional;

/** The answer that a guest got, or how the host ended the call instead. */
public sealed interface HostAnswer {
    /** The approximate number of bytes that it holds. */
    default long bytes() {
        return 0;
    }

    /** The request was carried out. */
    record Done() implements HostAnswer {}

    /** A whole number. */
    record Whole(long value) implements HostAnswer {}

    /** Bytes; empty if there are none. */
    record Bytes(Optional<ByteString> value) implements HostAnswer {
        @Override
        public long bytes() {
            return value.map(ByteString::size).orElse(0);
        }
    }

    /**
     * The answer to a request.
     *
     * @param code the result of {@code http_request}
     * @param response the response that the guest can read from then on, without secrets
     * @param lastError the result of {@code last_error} from then on
     */
    record Http(long code, Optional<Response> response, Optional<ByteString> lastError) implements HostAnswer {
        @Override
        public long bytes() {
            return response.map(Response::bytes).orElse(0L)
                    + lastError.map(ByteString::size).orElse(0);
        }
    }

    /** The host ended the call. */
    record Ended(Termination.ByHost termination) implements HostAnswer {}

    /** A response as a guest reads it. */
    record Response(int status, List<Header> headers, ByteString body) {
        /** Copies the list. */
        public Response {
            headers = List.copyOf(headers);
        }

        long bytes() {
            return body.size()
                    + headers.stream()
                            .mapToLong(header ->
                                    header.name().length() + header.value().length())
                            .sum();
        }
    }

    /** A header; headers keep the order in which they came. */
    record Header(String name, String value) {}
}
