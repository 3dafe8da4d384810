package dev.airlock.upstreams.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One exchange over HTTP/1.1. */
final class Http1Exchange implements WireExchange {
    private final WireConnection connection;
    private final WireRequest request;
    private final Http1Reader reader;
    private final OutputStream out;
    private byte @Nullable [] body;
    private boolean answered;
    private boolean keepAlive;

    Http1Exchange(WireConnection connection, WireRequest request, Http1Reader reader, OutputStream out) {
        this.connection = connection;
        this.request = request;
        this.reader = reader;
        this.out = out;
        this.keepAlive = request.protocol().equals("HTTP/1.1")
                && request.header("connection")
                        .filter("close"::equalsIgnoreCase)
                        .isEmpty();
    }

    /** Returns whether the connection can take another request. */
    boolean finish() throws IOException {
        if (!answered || !keepAlive) {
            return false;
        }
        body();
        return true;
    }

    @Override
    public WireRequest request() {
        return request;
    }

    @Override
    public byte[] body() throws IOException {
        if (body == null) {
            if (request.header("expect")
                    .filter("100-continue"::equalsIgnoreCase)
                    .isPresent()) {
                interim(100);
            }
            body = reader.body(request);
        }
        return body;
    }

    @Override
    public void interim(int status) throws IOException {
        write(statusLine(status) + "\r\n");
        out.flush();
    }

    @Override
    public void respond(int status, Map<String, List<String>> headers, byte[] content) throws IOException {
        OutputStream stream = begin(status, headers, content.length);
        if (hasBody(status)) {
            stream.write(content);
        }
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
        write(statusLine(status));
        write(headers);
        boolean chunked = length.isEmpty() && request.protocol().equals("HTTP/1.1");
        if (chunked) {
            write("Transfer-Encoding: chunked\r\n");
        } else if (length.isPresent() && status != 204 && status != 304) {
            write("Content-Length: " + length.getAsLong() + "\r\n");
        } else if (length.isEmpty()) {
            keepAlive = false;
        }
        write((keepAlive ? "" : "Connection: close\r\n") + "\r\n");
        out.flush();
        return new BodyStream(chunked && hasBody(status));
    }

    @Override
    public void endlessHeaders(int status, Map<String, List<String>> headers, BooleanSupplier more) throws IOException {
        write(statusLine(status));
        write(headers);
        for (long count = 0; more.getAsBoolean(); count++) {
            write("X-Endless-" + count + ": " + "e".repeat(100) + "\r\n");
            out.flush();
        }
    }

    @Override
    public void brokenBody(int status, Map<String, List<String>> headers, byte[] start) throws IOException {
        write(statusLine(status));
        write(headers);
        write("Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(start.length) + "\r\n");
        out.write(start);
        write("\r\nthis is not a chunk size\r\n");
        out.flush();
    }

    @Override
    public void malformed() throws IOException {
        write("HTTP/1.1 OK two hundred\r\nthis is not a header\r\n\r\n");
        out.flush();
    }

    @Override
    public void resetConnection() throws IOException {
        connection.reset();
    }

    @Override
    public void closeOutput() throws IOException {
        out.flush();
        connection.closeOutput();
    }

    @Override
    public void resetStream() throws IOException {
        connection.reset();
    }

    @Override
    public void goAway() throws IOException {
        connection.reset();
    }

    @Override
    public boolean pause(Duration time) {
        return connection.server().pause(time);
    }

    @Override
    public void awaitGone() throws IOException {
        reader.awaitEnd();
    }

    private boolean hasBody(int status) {
        return !request.method().equals("HEAD") && status != 204 && status != 304;
    }

    private static String statusLine(int status) {
        return "HTTP/1.1 " + status + " \r\n";
    }

    private void write(Map<String, List<String>> headers) throws IOException {
        for (Map.Entry<String, List<String>> header : headers.entrySet()) {
            for (String value : header.getValue()) {
                write(header.getKey() + ": " + value + "\r\n");
            }
        }
    }

    private void write(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The body of a response, in chunks if its length was not announced. */
    private final class BodyStream extends OutputStream {
        private final boolean chunked;
        private final ByteArrayOutputStream single = new ByteArrayOutputStream(1);

        BodyStream(boolean chunked) {
            this.chunked = chunked;
        }

        @Override
        public void write(int one) throws IOException {
            single.reset();
            single.write(one);
            write(single.toByteArray(), 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (length == 0) {
                return;
            }
            if (chunked) {
                Http1Exchange.this.write(Integer.toHexString(length) + "\r\n");
            }
            out.write(bytes, offset, length);
            if (chunked) {
                Http1Exchange.this.write("\r\n");
            }
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void close() throws IOException {
            if (chunked) {
                Http1Exchange.this.write("0\r\n\r\n");
            }
            out.flush();
            answered = true;
        }
    }
}
