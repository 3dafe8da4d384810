package dev.airlock.upstreams.wire.http2;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.util.HashMap;
import java.util.Map;

/** The flow-control windows of the client, for the connection (stream 0) and for each stream. */
public final class Http2Windows {
    private static final int DEFAULT = 65535;

    private final Map<Integer, Long> left = new HashMap<>(Map.of(0, (long) DEFAULT));
    private int initial = DEFAULT;
    private boolean closed;

    /** Sets the client's initial window for streams. Windows of open streams change by the difference. */
    public synchronized void initial(int size) {
        long difference = (long) size - initial;
        left.replaceAll((stream, window) -> stream == 0 ? window : window + difference);
        initial = size;
        notifyAll();
    }

    public synchronized void open(int stream) {
        left.put(stream, (long) initial);
    }

    public synchronized void forget(int stream) {
        left.remove(stream);
        notifyAll();
    }

    public synchronized void add(int stream, int increment) {
        left.computeIfPresent(stream, (id, window) -> window + increment);
        notifyAll();
    }

    public synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** Waits until the stream has room and takes up to {@code wanted} bytes of it. */
    public synchronized int take(int stream, int wanted) throws IOException {
        try {
            while (true) {
                Long ours = left.get(stream);
                if (closed || ours == null) {
                    throw new SocketException("the client gave the stream up");
                }
                long possible = Math.min(Math.min(ours, left.getOrDefault(0, 0L)), wanted);
                if (possible > 0) {
                    add(stream, (int) -possible);
                    add(0, (int) -possible);
                    return (int) possible;
                }
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the server is closing");
        }
    }
}
