package dev.airlock.sandbox.recording;

import java.util.Optional;

/** What a guest asks of its host that only the world outside can answer. Two of the same content are equal. */
public sealed interface Question {
    /** A clock of WASI. */
    enum Clock {
        /** Nanoseconds since 1970. */
        REALTIME,
        /** Nanoseconds since some time. */
        MONOTONIC
    }

    /** What is done with the connector's state. */
    enum StateUse {
        /** {@code state_get}. */
        GET,
        /** {@code state_put}. */
        PUT,
        /** {@code state_delete}. */
        DELETE,
        /** {@code once}. */
        ONCE
    }

    /** How many bytes it holds, about. */
    default long bytes() {
        return 0;
    }

    /** What time it is; answered by a number. */
    record Time(Clock clock) implements Question {}

    /** So many random bytes; answered by them. */
    record RandomBytes(int count) implements Question {}

    /** To wait that long; answered by nothing. */
    record Sleep(long nanos) implements Question {}

    /** A line for the log; answered by nothing. */
    record Log(String level, String message) implements Question {
        @Override
        public long bytes() {
            return message.length();
        }
    }

    /**
     * {@code http_request}; answered by what came of it.
     *
     * @param request the request as the guest wrote it, JSON if it is one
     */
    record Http(Octets request) implements Question {
        @Override
        public long bytes() {
            return request.size();
        }
    }

    /**
     * Something of the connector's state; {@code GET} is answered by bytes or by nothing, {@code ONCE} by a number.
     *
     * @param value what {@code PUT} puts
     * @param ttlMillis what {@code PUT} and {@code ONCE} were given; else 0
     */
    record State(StateUse use, Octets key, Optional<Octets> value, long ttlMillis) implements Question {
        @Override
        public long bytes() {
            return (long) key.size() + value.map(Octets::size).orElse(0);
        }
    }
}
