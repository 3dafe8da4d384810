package dev.airlock.upstreams.wire.http2;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Writes HTTP/2 frames, each as a whole. Thread-safe. */
public final class Http2Writer {
    public static final int DATA = 0;
    public static final int HEADERS = 1;
    static final int PRIORITY = 2;
    public static final int RST_STREAM = 3;
    public static final int SETTINGS = 4;
    public static final int PUSH_PROMISE = 5;
    public static final int PING = 6;
    static final int GOAWAY = 7;
    public static final int WINDOW_UPDATE = 8;
    public static final int CONTINUATION = 9;

    /** The largest payload that a peer must accept and that this server accepts. */
    public static final int MAX_PAYLOAD = 1 << 14;

    public static final int END_STREAM = 0x1;
    public static final int ACK = 0x1;
    public static final int END_HEADERS = 0x4;
    static final int PADDED = 0x8;
    static final int HAS_PRIORITY = 0x20;

    public static final int NO_ERROR = 0x0;
    public static final int PROTOCOL_ERROR = 0x1;
    public static final int INTERNAL_ERROR = 0x2;
    static final int CANCEL = 0x8;

    private final OutputStream out;

    public Http2Writer(OutputStream out) {
        this.out = out;
    }

    /** Sends this server's settings; {@code settings} alternates identifiers and values. */
    public synchronized void settings(int... settings) throws IOException {
        ByteBuffer payload = ByteBuffer.allocate(settings.length / 2 * 6);
        for (int index = 0; index < settings.length; index += 2) {
            payload.putShort((short) settings[index]).putInt(settings[index + 1]);
        }
        frame(SETTINGS, 0, 0, payload.array());
        out.flush();
    }

    public synchronized void acknowledge(int type, byte[] payload) throws IOException {
        frame(type, ACK, 0, payload);
        out.flush();
    }

    public synchronized void windowUpdate(int stream, int increment) throws IOException {
        frame(WINDOW_UPDATE, 0, stream, number(increment));
        out.flush();
    }

    public synchronized void reset(int stream, int error) throws IOException {
        frame(RST_STREAM, 0, stream, number(error));
        out.flush();
    }

    public synchronized void goAway(int lastStream, int error) throws IOException {
        frame(
                GOAWAY,
                0,
                0,
                ByteBuffer.allocate(8).putInt(lastStream).putInt(error).array());
        out.flush();
    }

    public synchronized void data(int stream, byte[] bytes, int offset, int length, boolean end) throws IOException {
        frameHead(length, DATA, end ? END_STREAM : 0, stream);
        out.write(bytes, offset, length);
        out.flush();
    }

    /** Sends a DATA frame whose padding is longer than the frame. */
    public synchronized void brokenData(int stream) throws IOException {
        frame(DATA, PADDED, stream, new byte[] {(byte) 200, 'x', 'x'});
        out.flush();
    }

    /** Sends a header block in as many frames as it needs. */
    public synchronized void headers(int stream, byte[] block, boolean end) throws IOException {
        int sent = 0;
        int type = HEADERS;
        do {
            int length = Math.min(MAX_PAYLOAD, block.length - sent);
            boolean last = sent + length == block.length;
            int flags = (last ? END_HEADERS : 0) | (type == HEADERS && end ? END_STREAM : 0);
            frameHead(length, type, flags, stream);
            out.write(block, sent, length);
            sent += length;
            type = CONTINUATION;
        } while (sent < block.length);
        out.flush();
    }

    /** Sends a header block that continues while {@code more} is true, without other frames in between. */
    public synchronized void endlessHeaders(int stream, byte[] block, BooleanSupplier more) throws IOException {
        frame(HEADERS, 0, stream, block);
        for (long count = 0; more.getAsBoolean(); count++) {
            frame(CONTINUATION, 0, stream, block(Map.of("x-endless-" + count, List.of("e".repeat(100)))));
            out.flush();
        }
    }

    /** Returns the header block of a response. */
    public static byte[] block(int status, Map<String, List<String>> headers) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        field(block, ":status", Integer.toString(status));
        block.writeBytes(block(headers));
        return block.toByteArray();
    }

    /** Returns a header block without a status, of literals that are not indexed. */
    public static byte[] block(Map<String, List<String>> headers) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        headers.forEach((name, values) -> values.forEach(value -> field(block, name.toLowerCase(Locale.ROOT), value)));
        return block.toByteArray();
    }

    private static void field(ByteArrayOutputStream block, String name, String value) {
        block.write(0);
        string(block, name);
        string(block, value);
    }

    private static void string(ByteArrayOutputStream block, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length < 127) {
            block.write(bytes.length);
        } else {
            block.write(127);
            int rest = bytes.length - 127;
            for (; rest >= 128; rest >>= 7) {
                block.write((rest & 0x7f) | 0x80);
            }
            block.write(rest);
        }
        block.writeBytes(bytes);
    }

    private static byte[] number(int value) {
        return ByteBuffer.allocate(4).putInt(value).array();
    }

    private void frame(int type, int flags, int stream, byte[] payload) throws IOException {
        frameHead(payload.length, type, flags, stream);
        out.write(payload);
    }

    private void frameHead(int length, int type, int flags, int stream) throws IOException {
        out.write(ByteBuffer.allocate(9)
                .putShort((short) (length >> 8))
                .put((byte) length)
                .put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .array());
    }
}
