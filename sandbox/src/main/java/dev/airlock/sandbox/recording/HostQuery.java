package dev.airlock.sandbox.recording;

import java.util.Optional;

/** A guest's question to its host that only the outside world can answer. Two with the same content are equal. */
public sealed interface HostQuery {
    /** A clock of WASI. */
    enum Clock {
        /** Nanoseconds since 1970. */
        REALTIME,
        /** Nanoseconds since some fixed time. */
        MONOTONIC
    }

    /** A use of the connector's state. */
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

    /** The approximate number of bytes that it holds. */
    default long bytes() {
        return 0;
    }

    /** Reads a clock; the answer is a number. */
    record Time(Clock clock) implements HostQuery {}

    /** Draws that many random bytes; the answer is the bytes. */
    record RandomBytes(int count) implements HostQuery {}

    /** Waits that long; the answer is empty. */
    record Sleep(long nanos) implements HostQuery {}

    /** Logs a line; the answer is empty. */
    record Log(String level, String message) implements HostQuery {
        @Override
        public long bytes() {
            return message.length();
        }
    }

    /**
     * {@code http_request}; the answer is the response or the error.
     *
     * @param request the request as the guest wrote it, JSON if it is valid
     */
    record Http(ByteString request) implements HostQuery {
        @Override
        public long bytes() {
            return request.size();
        }
    }

    /**
     * Uses the connector's state. The answer to {@code GET} is bytes or nothing, that to {@code ONCE} a number.
     *
     * @param value the value of {@code PUT}
     * @param ttlMillis the time of {@code PUT} and {@code ONCE}, in milliseconds; else 0
     */
    record State(StateUse use, ByteString key, Optional<ByteString> value, long ttlMillis) implements HostQuery {
        @Override
        public long bytes() {
            return (long) key.size() + value.map(ByteString::size).orElse(0);
        }
    }
}
