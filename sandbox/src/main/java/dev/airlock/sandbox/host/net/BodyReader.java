package dev.airlock.sandbox.host.net;

import dev.airlock.failures.LimitName;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Ending;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import okhttp3.Response;
import okio.Buffer;
import okio.ForwardingSource;
import okio.GzipSource;
import okio.Source;

/** Reads a response: undoes gzip, and holds no more than the limit and one piece more. */
final class BodyReader {
    private static final long PIECE = 64 << 10;

    private final CallScope scope;
    private final ExchangeWatch watch;
    private final ExchangeRecord recording;
    private final long limit;
    private final boolean decodedOnly;

    BodyReader(CallScope scope, ExchangeWatch watch, HttpRequest request, ExchangeRecord recording) {
        this.scope = scope;
        this.watch = watch;
        this.recording = recording;
        this.limit = request.maxResponseBytes();
        this.decodedOnly = request.decodedOnly();
    }

    HttpResult.Response read(int status, Response response) throws IOException {
        String encoding = encoding(response);
        boolean hasBody = mayHaveBody(response.request().method(), status);
        boolean encoded = hasBody && (encoding.equals("gzip") || encoding.equals("x-gzip"));
        if (decodedOnly && hasBody && !encoded && !encoding.isEmpty() && !encoding.equals("identity")) {
            throw new ProtocolException("an encoding that was not asked for");
        }
        long announced = response.body().contentLength();
        if (hasBody && !encoded && announced > limit) {
            throw tooLarge(announced);
        }
        Source body = response.body().source();
        byte[] bytes = encoded ? decoded(body) : read(body);
        return new HttpResult.Response(status, headers(response, encoded), bytes);
    }

    /** What the network breaks stays as it is; what then does not decode is malformed. */
    private byte[] decoded(Source body) throws IOException {
        AtomicBoolean broken = new AtomicBoolean();
        Source noticed = new ForwardingSource(body) {
            @Override
            public long read(Buffer sink, long byteCount) throws IOException {
                broken.set(true);
                long count = super.read(sink, byteCount);
                broken.set(false);
                return count;
            }
        };
        try {
            return read(new GzipSource(noticed));
        } catch (IOException e) {
            throw broken.get() ? e : new ProtocolException("the body does not decode");
        }
    }

    private byte[] read(Source source) throws IOException {
        try (Buffer bytes = new Buffer()) {
            for (long count = source.read(bytes, PIECE); count != -1; count = source.read(bytes, PIECE)) {
                recording.countIn(count);
                watch.progress();
                if (bytes.size() > limit) {
                    throw tooLarge(limit + 1);
                }
            }
            return bytes.readByteArray();
        }
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
