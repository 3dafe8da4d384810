package dev.airlock.upstreams.wire;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads HTTP/1.1 requests from a connection. */
final class Http1Reader {
    /** The largest request body that is read. */
    static final int MAX_BODY_BYTES = 64 << 20;

    static final int MAX_HEAD_BYTES = 256 << 10;

    private final InputStream in;
    private int headBytes;

    Http1Reader(InputStream in) {
        this.in = in;
    }

    /** Returns the next request's head; empty if the client closed between two requests. */
    Optional<WireRequest> head(boolean tls) throws IOException {
        headBytes = 0;
        Optional<String> first = line();
        if (first.isEmpty()) {
            return Optional.empty();
        }
        String[] parts = first.get().split(" ", -1);
        if (parts.length != 3 || !parts[2].startsWith("HTTP/1.")) {
            throw new ProtocolException("the first line is not that of an HTTP/1.1 request");
        }
        return Optional.of(new WireRequest(parts[2], tls, parts[0], parts[1], headers()));
    }

    /** Returns the body of {@code request}. */
    byte[] body(WireRequest request) throws IOException {
        if (request.header("transfer-encoding")
                .map(coding -> coding.toLowerCase(Locale.ROOT))
                .equals(Optional.of("chunked"))) {
            return chunks();
        }
        return exactly(length(request.header("content-length").orElse("0"), 10));
    }

    /** Reads and discards everything until the client closes. */
    void awaitEnd() throws IOException {
        in.transferTo(OutputStream.nullOutputStream());
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            headBytes = 0;
            String size = requiredLine().split(";", 2)[0].trim();
            int length = length(size, 16);
            if (length == 0) {
                headers();
                return body.toByteArray();
            }
            checkBody((long) body.size() + length);
            body.writeBytes(exactly(length));
            requiredLine();
        }
    }

    private static int length(String text, int radix) throws IOException {
        try {
            long length = Long.parseLong(text, radix);
            if (length < 0) {
                throw new ProtocolException("a negative length");
            }
            checkBody(length);
            return (int) length;
        } catch (NumberFormatException e) {
            throw new ProtocolException("a length that is not a number");
        }
    }

    private static void checkBody(long length) throws IOException {
        if (length > MAX_BODY_BYTES) {
            throw new ProtocolException("a request body over 64 MiB");
        }
    }

    private byte[] exactly(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the client went away inside a request body");
        }
        return bytes;
    }

    private Map<String, List<String>> headers() throws IOException {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (String line = requiredLine(); !line.isEmpty(); line = requiredLine()) {
            int colon = line.indexOf(':');
            if (colon < 1) {
                throw new ProtocolException("a header line without a colon");
            }
            headers.computeIfAbsent(line.substring(0, colon).toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
        return headers;
    }

    private String requiredLine() throws IOException {
        return line().orElseThrow(() -> new EOFException("the client went away inside a request"));
    }

    private Optional<String> line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                if (line.size() == 0) {
                    return Optional.empty();
                }
                throw new EOFException("the client went away inside a line");
            }
            if (++headBytes > MAX_HEAD_BYTES) {
                throw new ProtocolException("request headers over 256 KiB");
            }
            line.write(next);
        }
        String text = line.toString(StandardCharsets.UTF_8);
        return Optional.of(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
    }
}
