package dev.airlock.upstreams.wire;

import dev.airlock.upstreams.wire.http2.Http2Writer;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/** One exchange over HTTP/2. */
final class Http2Stream implements WireExchange {
    private final Http2Connection connection;
    private final int id;
    private final WireRequest request;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private boolean complete;
    private boolean ended;

    Http2Stream(Http2Connection connection, int id, WireRequest request) {
        this.connection = connection;
        this.id = id;
        this.request = request;
    }

    /** Runs the exchange to its end. */
    void run() {
        WireServer server = connection.connection().server();
        try {
            server.handle(this);
        } catch (IOException e) {
            connection.connection().note("a stream ended early: " + e.getMessage());
        } finally {
            connection.forget(id);
        }
    }

    synchronized void receive(byte[] bytes) throws IOException {
        if ((long) body.size() + bytes.length > Http1Reader.MAX_BODY_BYTES) {
            throw new ProtocolException("a request body over 64 MiB");
        }
        body.writeBytes(bytes);
    }

    synchronized void receivedAll() {
        complete = true;
        notifyAll();
    }

    /** Marks the stream as ended, because the client gave it up or the connection is gone. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    @Override
    public WireRequest request() {
        return request;
    }

    @Override
    public byte[] body() throws IOException {
        if (request.header("expect").filter("100-continue"::equalsIgnoreCase).isPresent() && !isComplete()) {
            interim(100);
        }
        synchronized (this) {
            await(true);
            if (!complete) {
                throw new EOFException("the client went away inside a request body");
            }
            return body.toByteArray();
        }
    }

    @Override
    public void interim(int status) throws IOException {
        checkOpen();
        connection.writer().headers(id, Http2Writer.block(status, Map.of()), false);
    }

    @Override
    public void respond(int status, Map<String, List<String>> headers, byte[] content) throws IOException {
        boolean bare = request.method().equals("HEAD") || content.length == 0;
        if (bare) {
            connection
                    .writer()
                    .headers(id, Http2Writer.block(status, withLength(status, headers, content.length)), true);
            return;
        }
        OutputStream stream = begin(status, headers, content.length);
        stream.write(content);
        stream.close();
    }

    @Override
    public OutputStream begin(int status, Map<String, List<String>> headers) throws IOException {
        return begin(status, headers, OptionalLong.empty());
    }

    @Override
    public OutputStream begin(int status, Map<String, List<String>> headers, long length) throws IOException {
        return begin(status, headers, OptionalLong.of(length));
    }

    private OutputStream begin(int status, Map<String, List<String>> headers, OptionalLong length) throws IOException {
        Map<String, List<String>> all = length.isPresent() ? withLength(status, headers, length.getAsLong()) : headers;
        connection.writer().headers(id, Http2Writer.block(status, all), false);
        return new BodyStream();
    }

    @Override
    public void endlessHeaders(int status, Map<String, List<String>> headers, BooleanSupplier more) throws IOException {
        connection
                .writer()
                .endlessHeaders(id, Http2Writer.block(status, headers), () -> isOpen() && more.getAsBoolean());
    }

    @Override
    public void brokenBody(int status, Map<String, List<String>> headers, byte[] start) throws IOException {
        OutputStream stream = begin(status, headers, OptionalLong.empty());
        stream.write(start);
        connection.writer().brokenData(id);
    }

    @Override
    public void malformed() throws IOException {
        connection.writer().headers(id, Http2Writer.block(Map.of("x-malformed", List.of("no status"))), true);
    }

    @Override
    public void resetConnection() throws IOException {
        connection.connection().reset();
    }

    @Override
    public void closeOutput() throws IOException {
        connection.connection().closeOutput();
    }

    @Override
    public void resetStream() throws IOException {
        connection.writer().reset(id, Http2Writer.INTERNAL_ERROR);
    }

    @Override
    public void goAway() throws IOException {
        connection.goAwayBefore(id);
    }

    @Override
    public boolean pause(Duration time) {
        return connection.connection().server().pause(time);
    }

    @Override
    public synchronized void awaitGone() throws IOException {
        await(false);
    }

    /** Waits until the stream has ended or, with {@code orComplete}, until the request is complete. */
    private synchronized void await(boolean orComplete) throws IOException {
        try {
            while (!ended && !(orComplete && complete)) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the server is closing");
        }
    }

    private synchronized boolean isComplete() {
        return complete;
    }

    private synchronized boolean isOpen() {
        return !ended;
    }

    private void checkOpen() throws IOException {
        if (!isOpen()) {
            throw new EOFException("the client gave the stream up");
        }
    }

    private static Map<String, List<String>> withLength(int status, Map<String, List<String>> headers, long length) {
        if (status == 204 || status == 304) {
            return headers;
        }
        Map<String, List<String>> all = new LinkedHashMap<>(headers);
        all.put("content-length", List.of(Long.toString(length)));
        return all;
    }

    /** The body of a response, within the client's windows. */
    private final class BodyStream extends OutputStream {
        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            int sent = 0;
            while (sent < length) {
                int part = connection.windows().take(id, Math.min(length - sent, Http2Writer.MAX_PAYLOAD));
                connection.writer().data(id, bytes, offset + sent, part, false);
                sent += part;
            }
        }

        @Override
        public void close() throws IOException {
            connection.writer().data(id, new byte[0], 0, 0, true);
        }
    }
}
