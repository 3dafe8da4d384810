package dev.airlock.sandbox.host.net.client;

import dev.airlock.sandbox.host.net.message.BodyWatcher;
import dev.airlock.sandbox.host.net.message.ExchangeRecord;
import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/** A request body that is written once, in pieces, so that a stalled upload is noticed. */
final class OneShotBody extends RequestBody {
    private static final int PIECE = 16 << 10;

    private final byte[] bytes;
    private final Runnable progress;
    private final ExchangeRecord recording;
    private final BodyWatcher watcher;

    /** @param progress runs for each piece that goes out */
    OneShotBody(byte[] bytes, Runnable progress, ExchangeRecord recording, BodyWatcher watcher) {
        this.bytes = bytes;
        this.progress = progress;
        this.recording = recording;
        this.watcher = watcher;
    }

    @Override
    public boolean isOneShot() {
        return true;
    }

    /** None: the guest's own Content-Type header applies. */
    @Override
    public @Nullable MediaType contentType() {
        return null;
    }

    @Override
    public long contentLength() {
        return bytes.length;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
        for (int from = 0; from < bytes.length; from += PIECE) {
            int count = Math.min(PIECE, bytes.length - from);
            recording.countOut(count);
            sink.write(bytes, from, count);
            progress.run();
            watcher.sent(from + (long) count);
        }
    }
}
