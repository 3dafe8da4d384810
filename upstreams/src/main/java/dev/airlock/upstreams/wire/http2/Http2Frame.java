package dev.airlock.upstreams.wire.http2;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/** One HTTP/2 frame from the client. */
public final class Http2Frame {
    private static final int HEAD_BYTES = 9;
    private static final int PRIORITY_BYTES = 5;

    private final int type;
    private final int flags;
    private final int stream;
    private final byte[] payload;

    private Http2Frame(int type, int flags, int stream, byte[] payload) {
        this.type = type;
        this.flags = flags;
        this.stream = stream;
        this.payload = payload;
    }

    /** Returns the next frame; empty if the client closed. */
    public static Optional<Http2Frame> read(InputStream in) throws IOException {
        byte[] head = in.readNBytes(HEAD_BYTES);
        if (head.length < HEAD_BYTES) {
            return Optional.empty();
        }
        ByteBuffer fields = ByteBuffer.wrap(head);
        int length = ((fields.getShort() & 0xffff) << 8) | (fields.get() & 0xff);
        if (length > Http2Writer.MAX_PAYLOAD) {
            throw new ProtocolException("a frame larger than allowed");
        }
        int type = fields.get();
        int flags = fields.get();
        int stream = fields.getInt() & 0x7fffffff;
        byte[] payload = in.readNBytes(length);
        if (payload.length < length) {
            throw new EOFException("the client went away inside a frame");
        }
        return Optional.of(new Http2Frame(type, flags, stream, payload));
    }

    public int type() {
        return type;
    }

    public int stream() {
        return stream;
    }

    public byte[] payload() {
        return payload;
    }

    public boolean has(int flag) {
        return (flags & flag) != 0;
    }

    /** Returns the payload, which must be a 31-bit number. */
    public int number() throws IOException {
        if (payload.length != 4) {
            throw new ProtocolException("a frame of the wrong size");
        }
        return ByteBuffer.wrap(payload).getInt() & 0x7fffffff;
    }

    /** Returns the payload without padding and, in HEADERS, without priority. */
    public byte[] content() throws IOException {
        boolean padded = has(Http2Writer.PADDED) && payload.length > 0;
        int padding = padded ? payload[0] & 0xff : 0;
        boolean prioritised = type == Http2Writer.HEADERS && has(Http2Writer.HAS_PRIORITY);
        int from = (prioritised ? PRIORITY_BYTES : 0) + (padded ? 1 : 0);
        int to = payload.length - padding;
        if (from > to) {
            throw new ProtocolException("padding longer than its frame");
        }
        return Arrays.copyOfRange(payload, from, to);
    }
}
