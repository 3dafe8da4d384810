package dev.airlock.sandbox.recording;

import dev.airlock.sandbox.call.Ending;
import java.util.List;
import java.util.Optional;

/** What a guest was told, or how its host ended the call instead. */
public sealed interface Answer {
    /** How many bytes it holds, about. */
    default long bytes() {
        return 0;
    }

    /** It was done. */
    record Done() implements Answer {}

    /** A whole number. */
    record Whole(long value) implements Answer {}

    /** Bytes, or that there are none. */
    record Bytes(Optional<Octets> value) implements Answer {
        @Override
        public long bytes() {
            return value.map(Octets::size).orElse(0);
        }
    }

    /**
     * What came of a request.
     *
     * @param code what {@code http_request} gave
     * @param response what the guest can read from then on, without secrets
     * @param lastError what {@code last_error} gives from then on
     */
    record Http(long code, Optional<Response> response, Optional<Octets> lastError) implements Answer {
        @Override
        public long bytes() {
            return response.map(Response::bytes).orElse(0L)
                    + lastError.map(Octets::size).orElse(0);
        }
    }

    /** The host ended the call. */
    record Ended(Ending.ByHost ending) implements Answer {}

    /** A response as a guest reads it. */
    record Response(int status, List<Header> headers, Octets body) {
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

    /** A header, in the order in which it came. */
    record Header(String name, String value) {}
}
