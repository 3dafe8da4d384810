package dev.airlock.sandbox.host.net.dial;

import java.lang.reflect.Field;
import java.util.Collection;
import java.util.List;
import okhttp3.Headers;
import okhttp3.internal.connection.RealConnection;
import okhttp3.internal.http2.Http2Connection;
import okhttp3.internal.http2.Http2Stream;

/**
 * The heads that an HTTP/2 service sent without a request. The client keeps every head that comes on a stream after
 * that of its answer for as long as the stream is open, and a few bytes of a compressed head become hundreds of KiB
 * (RFC 7541, 7.3). The client offers no count, so they are counted in its own fields.
 */
final class WaitingHeads {
    /** The least memory of a head beside its texts, in bytes. */
    private static final long AROUND_ONE = 500;

    private static final Field CONNECTION = field(RealConnection.class, "http2Connection");
    private static final Field QUEUE = field(Http2Stream.class, "headersQueue");

    private WaitingHeads() {}

    /** Returns the bytes of the waiting heads on all streams of a connection. */
    static long on(RealConnection connection) {
        return value(CONNECTION, connection) instanceof Http2Connection http2
                ? streams(http2).stream().mapToLong(WaitingHeads::on).sum()
                : 0;
    }

    private static List<Http2Stream> streams(Http2Connection connection) {
        synchronized (connection) { // as the client does
            return List.copyOf(connection.getStreams$okhttp().values());
        }
    }

    private static long on(Http2Stream stream) {
        synchronized (stream) { // as the client does
            return value(QUEUE, stream) instanceof Collection<?> queue
                    ? queue.stream()
                            .mapToLong(head -> AROUND_ONE + ((Headers) head).byteCount())
                            .sum()
                    : 0;
        }
    }

    private static Field field(Class<?> type, String name) {
        try {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("the HTTP client has other classes", e);
        }
    }

    @SuppressWarnings("NullAway") // null before the connection talks HTTP/2
    private static Object value(Field field, Object of) {
        try {
            return field.get(of);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("the HTTP client has other classes", e);
        }
    }
}
