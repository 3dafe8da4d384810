package dev.airlock.sandbox.host.net.answer;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.admission.CallDemand;
import dev.airlock.sandbox.budget.Permit;
import dev.airlock.sandbox.call.CallMemory;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.host.net.message.BodyWatcher;
import dev.airlock.sandbox.host.net.message.ExchangeRecord;
import dev.airlock.sandbox.host.net.message.HttpHeader;
import dev.airlock.sandbox.host.net.message.HttpRequest;
import dev.airlock.sandbox.host.net.message.HttpResult;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSource;
import okio.ForwardingSource;
import okio.Okio;
import okio.Source;
import org.brotli.dec.BrotliInputStream;

/**
 * Reads a response. It decodes gzip, deflate and br (RFC 9110, 8.4.1), and holds at most the limit and one piece more.
 * Neither the encoded nor the decoded body may be larger than the limit.
 */
public final class BodyReader {
    private static final long PIECE = 64 << 10;
    private static final String BROTLI = "br";
    private static final String DEFLATE = "deflate";
    private static final Set<String> KNOWN = Set.of("gzip", "x-gzip", DEFLATE, BROTLI);
    private static final int DECODED_AT_ONCE = 8 << 10;
    private static final String NOT_DECODED = "the body does not decode";

    private final CallScope scope;
    private final Runnable progress;
    private final ExchangeRecord recording;
    private final long limit;
    private final boolean decodedOnly;
    private final BodyWatcher watcher;

    /**
     * @param progress runs for each piece that comes
     * @param watcher watches the body as it comes
     */
    public BodyReader(
            CallScope scope, Runnable progress, HttpRequest request, ExchangeRecord recording, BodyWatcher watcher) {
        this.scope = scope;
        this.progress = progress;
        this.recording = recording;
        this.limit = request.maxResponseBytes();
        this.decodedOnly = request.decodedOnly();
        this.watcher = watcher;
    }

    public HttpResult.Response read(int status, Response response) throws IOException {
        Framing.require(response);
        String encoding = encoding(response);
        boolean hasBody = mayHaveBody(response.request().method(), status);
        boolean encoded = hasBody && KNOWN.contains(encoding);
        if (decodedOnly && hasBody && !encoded && !encoding.isEmpty() && !encoding.equals("identity")) {
            throw new ProtocolException("an encoding that was not asked for");
        }
        long announced = response.body().contentLength();
        if (hasBody && announced > limit) {
            throw tooLarge(announced);
        }
        Source body = classified(response.body().source());
        List<HttpHeader> headers = headers(response, encoded);
        scope.memory().hold(CallMemory.Use.HEADERS, taken(headers), progress);
        watcher.begins(status, headers);
        byte[] bytes = encoded ? decoded(encoding, body) : readPlain(body);
        return new HttpResult.Response(status, headers, bytes);
    }

    /** The watcher gets the bytes that came before the network broke the body off. */
    private byte[] readPlain(Source body) throws IOException {
        try (Buffer bytes = new Buffer()) {
            try {
                readInto(bytes, body);
            } catch (IOException e) {
                watcher.brokeOff(bytes.readByteArray());
                throw e;
            }
            return bytes.readByteArray();
        }
    }

    /** An announced encoding with an empty body means an empty body. */
    private byte[] decoded(String encoding, Source body) throws IOException {
        if (encoding.equals(BROTLI)) {
            return unbrotlied(body);
        }
        Noticed noticed = new Noticed(body);
        BufferedSource compressed = Okio.buffer(noticed);
        return compressed.exhausted() ? new byte[0] : unzipped(encoding, compressed, noticed);
    }

    /** A failure of the network is reported as such; any other failure to decode means that the body is malformed. */
    private byte[] unzipped(String encoding, BufferedSource compressed, Noticed noticed) throws IOException {
        try (InputStream decoder =
                encoding.equals(DEFLATE) ? new Deflated(compressed) : new GzipMembers(compressed.inputStream())) {
            return read(classified(Okio.source(decoder)));
        } catch (IOException e) {
            throw noticed.broken().orElseGet(() -> new ProtocolException(NOT_DECODED));
        }
    }

    /** A body on its way to a decoder. It also counts the pieces that decode to nothing. */
    private final class Noticed extends ForwardingSource {
        private Optional<IOException> broken = Optional.empty();
        private long taken;

        Noticed(Source body) {
            super(body);
        }

        @Override
        public long read(Buffer sink, long byteCount) throws IOException {
            try {
                long count = super.read(sink, byteCount);
                moved();
                taken += Math.max(0, count);
                if (taken > limit) {
                    throw tooLarge(limit + 1);
                }
                return count;
            } catch (IOException e) {
                broken = Optional.of(e);
                throw e;
            }
        }

        /** The failure of the network, if there was one. */
        Optional<IOException> broken() {
            return broken;
        }
    }

    /** Deflate in the format of zlib, or without it, as some services send it (RFC 9110, 8.4.1.2). */
    private static final class Deflated extends InflaterInputStream {
        Deflated(BufferedSource source) throws IOException {
            super(source.inputStream(), new Inflater(!isZlib(source)), DECODED_AT_ONCE);
        }

        /** Whether the method is 8, and both bytes together are a multiple of 31 (RFC 1950, 2.2). */
        private static boolean isZlib(BufferedSource source) throws IOException {
            if (!source.request(2)) {
                return true;
            }
            int first = source.getBuffer().getByte(0) & 0xff;
            int second = source.getBuffer().getByte(1) & 0xff;
            return (first & 0x0f) == 8 && ((first << 8) | second) % 31 == 0;
        }

        @Override
        public void close() throws IOException {
            inf.end();
            super.close();
        }
    }

    /** The decoder always holds 16 MiB, so only one runs at a time, and none waits for the network. */
    @SuppressWarnings("try") // the permit is held and never read
    private byte[] unbrotlied(Source body) throws IOException {
        try (Buffer compressed = new Buffer()) {
            while (body.read(compressed, PIECE) != -1) {
                moved();
                scope.memory().hold(CallMemory.Use.RESPONSE, compressed.size(), progress);
                if (compressed.size() > limit) {
                    throw tooLarge(limit + 1);
                }
            }
            if (compressed.size() == 0) {
                return new byte[0];
            }
            // take memory before the permit: a holder that waited for memory would block the others
            scope.memory().hold(CallMemory.Use.RESPONSE, compressed.size() + CallDemand.growing(limit), progress);
            try (Permit slot = scope.documents().take(scope)) {
                return read(classified(Okio.source(new BrotliInputStream(compressed.inputStream()))));
            } catch (IOException e) {
                throw new ProtocolException(NOT_DECODED);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw scope.end(new Termination.Cancelled());
        }
    }

    /** Every failure of a decoder or the client is the body's fault. */
    private static Source classified(Source decoder) {
        return new ForwardingSource(decoder) {
            @Override
            public long read(Buffer sink, long byteCount) throws IOException {
                try {
                    return super.read(sink, byteCount);
                } catch (IndexOutOfBoundsException | IllegalStateException | IllegalArgumentException e) {
                    throw new ProtocolException(NOT_DECODED);
                }
            }
        };
    }

    private byte[] read(Source source) throws IOException {
        try (Buffer bytes = new Buffer()) {
            readInto(bytes, source);
            return bytes.readByteArray();
        }
    }

    private void readInto(Buffer bytes, Source source) throws IOException {
        for (long count = source.read(bytes, PIECE); count != -1; count = source.read(bytes, PIECE)) {
            recording.countIn(count);
            moved();
            if (bytes.size() > limit) {
                throw tooLarge(limit + 1);
            }
            scope.memory().hold(CallMemory.Use.RESPONSE, CallDemand.growing(bytes.size()), progress);
            watcher.received(bytes.size());
        }
    }

    private void moved() {
        scope.check();
        progress.run();
    }

    private RuntimeException tooLarge(long used) {
        return scope.end(new Termination.LimitReached(LimitName.HTTP_RESPONSE, limit, used));
    }

    private static boolean mayHaveBody(String method, int status) {
        return !method.equals("HEAD") && status != 204 && status != 304;
    }

    private static String encoding(Response response) {
        return String.join(",", response.headers("Content-Encoding")).strip().toLowerCase(Locale.ROOT);
    }

    private static long taken(List<HttpHeader> headers) {
        long characters = headers.stream()
                .mapToLong(
                        header -> (long) header.name().length() + header.value().length())
                .sum();
        return CallDemand.headers(headers.size(), characters);
    }

    private static List<HttpHeader> headers(Response response, boolean decoded) {
        List<HttpHeader> headers = new ArrayList<>();
        response.headers().forEach(header -> {
            boolean untrue = decoded
                    && (header.getFirst().equalsIgnoreCase("Content-Encoding")
                            || header.getFirst().equalsIgnoreCase("Content-Length"));
            if (!untrue) {
                headers.add(new HttpHeader(header.getFirst(), header.getSecond()));
            }
        });
        return headers;
    }
}
