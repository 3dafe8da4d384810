package dev.airlock.upstreams.wire;

import dev.airlock.upstreams.wire.http2.HpackReader;
import dev.airlock.upstreams.wire.http2.Http2Frame;
import dev.airlock.upstreams.wire.http2.Http2Windows;
import dev.airlock.upstreams.wire.http2.Http2Writer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** HTTP/2 on one connection: reads the frames and runs each stream's exchange on its own thread. */
final class Http2Connection {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int SETTING_MAX_STREAMS = 3;
    private static final int SETTING_WINDOW = 4;
    private static final int OUR_WINDOW = 1 << 20;
    private static final int MAX_STREAMS = 1000;

    private final WireConnection connection;
    private final InputStream in;
    private final Http2Writer writer;
    private final Http2Windows windows = new Http2Windows();
    private final HpackReader hpack = new HpackReader();
    private final Map<Integer, Http2Stream> streams = new HashMap<>();
    private int lastOpened;
    private volatile int lastProcessed = Integer.MAX_VALUE;

    Http2Connection(WireConnection connection, InputStream in, OutputStream out) {
        this.connection = connection;
        this.in = in;
        this.writer = new Http2Writer(out);
    }

    void serve() throws IOException {
        writer.settings(SETTING_MAX_STREAMS, MAX_STREAMS, SETTING_WINDOW, OUR_WINDOW);
        try {
            if (!Arrays.equals(in.readNBytes(PREFACE.length), PREFACE)) {
                throw new ProtocolException("the connection does not start with HTTP/2's preface");
            }
            for (Optional<Http2Frame> frame = Http2Frame.read(in); frame.isPresent(); frame = Http2Frame.read(in)) {
                take(frame.get());
            }
        } catch (ProtocolException e) {
            writer.goAway(0, Http2Writer.PROTOCOL_ERROR);
            throw e;
        } finally {
            windows.close();
            synchronized (streams) {
                streams.values().forEach(Http2Stream::end);
            }
        }
    }

    WireConnection connection() {
        return connection;
    }

    Http2Writer writer() {
        return writer;
    }

    Http2Windows windows() {
        return windows;
    }

    /** Refuses this stream and all later ones with GOAWAY. */
    void goAwayBefore(int stream) throws IOException {
        lastProcessed = Math.min(lastProcessed, Math.max(0, stream - 2));
        writer.goAway(lastProcessed, Http2Writer.NO_ERROR);
    }

    void forget(int stream) {
        synchronized (streams) {
            streams.remove(stream);
        }
        windows.forget(stream);
    }

    private void take(Http2Frame frame) throws IOException {
        switch (frame.type()) {
            case Http2Writer.DATA -> data(frame);
            case Http2Writer.HEADERS -> headers(frame);
            case Http2Writer.RST_STREAM -> endStream(frame.stream());
            case Http2Writer.SETTINGS -> settings(frame);
            case Http2Writer.PING -> {
                if (!frame.has(Http2Writer.ACK)) {
                    writer.acknowledge(Http2Writer.PING, frame.payload());
                }
            }
            case Http2Writer.WINDOW_UPDATE -> windows.add(frame.stream(), frame.number());
            case Http2Writer.PUSH_PROMISE, Http2Writer.CONTINUATION ->
                throw new ProtocolException("a frame that a client may not send here");
            default -> {
                // PRIORITY and GOAWAY need no reaction; RFC 9113 has frames of unknown types ignored.
            }
        }
    }

    private void settings(Http2Frame frame) throws IOException {
        if (frame.has(Http2Writer.ACK)) {
            return;
        }
        ByteBuffer settings = ByteBuffer.wrap(frame.payload());
        while (settings.remaining() >= 6) {
            int name = settings.getShort();
            int value = settings.getInt();
            if (name == SETTING_WINDOW) {
                windows.initial(value);
            }
        }
        writer.acknowledge(Http2Writer.SETTINGS, new byte[0]);
    }

    private void data(Http2Frame frame) throws IOException {
        int length = frame.payload().length;
        if (length > 0) {
            writer.windowUpdate(0, length);
        }
        Http2Stream stream = stream(frame.stream());
        if (stream == null) {
            return;
        }
        stream.receive(frame.content());
        if (frame.has(Http2Writer.END_STREAM)) {
            stream.receivedAll();
        } else if (length > 0) {
            writer.windowUpdate(frame.stream(), length);
        }
    }

    private void headers(Http2Frame frame) throws IOException {
        List<HpackReader.Field> fields = hpack.read(headerBlock(frame));
        Http2Stream known = stream(frame.stream());
        Http2Stream stream = known == null ? open(frame.stream(), fields) : known;
        if (stream != null && frame.has(Http2Writer.END_STREAM)) {
            stream.receivedAll();
        }
    }

    private byte[] headerBlock(Http2Frame frame) throws IOException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.writeBytes(frame.content());
        Http2Frame part = frame;
        while (!part.has(Http2Writer.END_HEADERS)) {
            part = Http2Frame.read(in)
                    .filter(next -> next.type() == Http2Writer.CONTINUATION && next.stream() == frame.stream())
                    .orElseThrow(() -> new ProtocolException("a header block that ends early"));
            block.writeBytes(part.content());
            if (block.size() > Http1Reader.MAX_HEAD_BYTES) {
                throw new ProtocolException("request headers over 256 KiB");
            }
        }
        return block.toByteArray();
    }

    /** Opens a stream and starts its exchange. Returns null if GOAWAY refused the stream or it is over. */
    private @Nullable Http2Stream open(int id, List<HpackReader.Field> fields) throws IOException {
        if (id % 2 == 0) {
            throw new ProtocolException("a stream number that a client may not use");
        }
        if (id > lastProcessed || id <= lastOpened) {
            return null;
        }
        lastOpened = id;
        Http2Stream stream = new Http2Stream(this, id, request(fields));
        synchronized (streams) {
            streams.put(id, stream);
        }
        windows.open(id);
        connection.server().start(stream::run);
        return stream;
    }

    private static WireRequest request(List<HpackReader.Field> fields) throws IOException {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        Map<String, String> pseudo = new HashMap<>();
        for (HpackReader.Field field : fields) {
            if (field.name().startsWith(":")) {
                pseudo.put(field.name(), field.value());
            } else {
                headers.computeIfAbsent(field.name(), name -> new ArrayList<>()).add(field.value());
            }
        }
        String authority = pseudo.get(":authority");
        if (authority != null) {
            headers.put("host", List.of(authority));
        }
        String method = pseudo.get(":method");
        String path = pseudo.get(":path");
        if (method == null || path == null) {
            throw new ProtocolException("a request without :method or :path");
        }
        return new WireRequest("HTTP/2", true, method, path, headers);
    }

    private @Nullable Http2Stream stream(int id) {
        synchronized (streams) {
            return streams.get(id);
        }
    }

    private void endStream(int id) {
        Http2Stream stream = stream(id);
        if (stream != null) {
            stream.end();
            windows.forget(id);
        }
    }
}
