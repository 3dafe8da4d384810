package dev.airlock.sandbox.host.net;

import dev.airlock.failures.LimitName;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Ending;
import dev.airlock.sandbox.load.Permit;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import okhttp3.Response;
import okio.Buffer;
import okio.ForwardingSource;
import okio.GzipSource;
import okio.Okio;
import okio.Source;
import org.brotli.dec.BrotliInputStream;

/**
 * Reads a response: undoes gzip and br, and holds no more than the limit and one piece more. Neither what came nor what it
 * decodes to may be larger than the limit.
 */
final class BodyReader {
    private static final long PIECE = 64 << 10;
    private static final String BROTLI = "br";
    private static final Set<String> KNOWN = Set.of("gzip", "x-gzip", BROTLI);
    private static final String NOT_DECODED = "the body does not decode";

    private final CallScope scope;
    private final Runnable progress;
    private final ExchangeRecord recording;
    private final long limit;
    private final boolean decodedOnly;
    private final BodyWatcher watcher;

    /**
     * @param progress told of each piece that comes
     * @param watcher told of the body as it comes
     */
    BodyReader(CallScope scope, Runnable progress, HttpRequest request, ExchangeRecord recording, BodyWatcher watcher) {
        this.scope = scope;
        this.progress = progress;
        this.recording = recording;
        this.limit = request.maxResponseBytes();
        this.decodedOnly = request.decodedOnly();
        this.watcher = watcher;
    }

    HttpResult.Response read(int status, Response response) throws IOException {
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
        watcher.begins(status, headers);
        byte[] bytes = encoded ? decoded(encoding, body) : readPlain(body);
        return new HttpResult.Response(status, headers, bytes);
    }

    /** What came before the network broke it off is the watcher's. */
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

    private byte[] decoded(String encoding, Source body) throws IOException {
        return encoding.equals(BROTLI) ? unbrotlied(body) : unzipped(body);
    }

    /**
     * What the network breaks stays as it is; what then does not decode is malformed. Its decoder holds a name in front of the
     * body whole, however long, and takes in blocks that come to nothing, so what it takes in is counted.
     */
    private byte[] unzipped(Source body) throws IOException {
        AtomicBoolean broken = new AtomicBoolean();
        Source noticed = new ForwardingSource(body) {
            private long taken;

            @Override
            public long read(Buffer sink, long byteCount) throws IOException {
                broken.set(true);
                long count = super.read(sink, byteCount);
                broken.set(false);
                moved();
                taken += Math.max(0, count);
                if (taken > limit) {
                    throw tooLarge(limit + 1);
                }
                return count;
            }
        };
        try {
            return read(new GzipSource(noticed));
        } catch (IOException e) {
            throw broken.get() ? e : new ProtocolException(NOT_DECODED);
        }
    }

    /** Its decoder holds 16 MiB whatever comes, so there is one at a time, and none waits for the network. */
    @SuppressWarnings("try") // the permit is held, and nothing is asked of it
    private byte[] unbrotlied(Source body) throws IOException {
        try (Buffer compressed = new Buffer()) {
            while (body.read(compressed, PIECE) != -1) {
                moved();
                if (compressed.size() > limit) {
                    throw tooLarge(limit + 1);
                }
            }
            try (Permit slot = scope.documents().take(scope)) {
                return read(classified(Okio.source(new BrotliInputStream(compressed.inputStream()))));
            } catch (IOException e) {
                throw new ProtocolException(NOT_DECODED);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw scope.end(new Ending.Cancelled());
        }
    }

    /** Whatever a decoder or the client trips over is the body's fault. */
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
            watcher.received(bytes.size());
        }
    }

    private void moved() {
        scope.check();
        progress.run();
    }

    private RuntimeException tooLarge(long used) {
        return scope.end(new Ending.LimitReached(LimitName.HTTP_RESPONSE, limit, used));
    }

    private static boolean mayHaveBody(String method, int status) {
        return !method.equals("HEAD") && status != 204 && status != 304;
    }

    private static String encoding(Response response) {
        return String.join(",", response.headers("Content-Encoding")).strip().toLowerCase(Locale.ROOT);
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
