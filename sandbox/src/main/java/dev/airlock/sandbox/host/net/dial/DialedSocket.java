package dev.airlock.sandbox.host.net.dial;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import okhttp3.internal.connection.RealConnection;
import org.jspecify.annotations.Nullable;

/**
 * A socket that connects only as its plan says, and through no proxy but the dialer's: the JVM's proxies are not used.
 */
public final class DialedSocket extends Socket {
    /**
     * The most writes between two pieces of a body: more than its frames need, and fewer than the client's queue can
     * hold for long.
     */
    private static final long MOST_WRITES = 5_000;

    /**
     * The most bytes of waiting heads: more than the interim answers that come before an exchange takes them, and more
     * than the heads of all exchanges.
     */
    private static final long MOST_OF_HEADS = 8 << 20;

    private final DialPlan plan;
    private final OpenSockets sockets;
    private final AtomicLong received = new AtomicLong();
    private final AtomicLong writes = new AtomicLong();
    private volatile long most = Long.MAX_VALUE;
    private volatile long mostWrites = Long.MAX_VALUE;
    private volatile boolean overfed;
    private volatile boolean used;
    private volatile @Nullable RealConnection connection;

    DialedSocket(DialPlan plan, OpenSockets sockets) {
        super(Proxy.NO_PROXY);
        this.plan = plan;
        this.sockets = sockets;
    }

    @Override
    public void connect(@Nullable SocketAddress endpoint) throws IOException {
        connect(endpoint, 0);
    }

    @Override
    public void connect(@Nullable SocketAddress endpoint, int timeoutMillis) throws IOException {
        InetSocketAddress target = plan.mapped(endpoint instanceof InetSocketAddress internet ? internet : null);
        sockets.opened(this);
        try {
            Optional<InetSocketAddress> proxy = plan.proxy();
            super.connect(proxy.orElse(target), timeoutMillis);
            setTcpNoDelay(true);
            if (proxy.isPresent()) {
                Tunnel.open(super.getInputStream(), getOutputStream(), target);
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        } finally {
            plan.settled(this);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        sockets.closed(this);
        super.close();
    }

    /** Returns the same stream with a count. */
    @Override
    public InputStream getInputStream() throws IOException {
        return new FilterInputStream(super.getInputStream()) {
            @Override
            public int read() throws IOException {
                return counted(super.read(), 1);
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                int count = super.read(bytes, offset, length);
                return counted(count, count);
            }
        };
    }

    /** Records the client's connection that runs over the socket. */
    public void carries(RealConnection carried) {
        connection = carried;
    }

    /** Takes the connection out of use if no exchange uses it. Returns whether none did. */
    boolean retireIfIdle() {
        RealConnection carried = connection;
        if (carried == null) {
            return false;
        }
        synchronized (carried) { // as the client does before it returns a connection
            if (!carried.getCalls().isEmpty()) {
                return false;
            }
            carried.setNoNewExchanges(true);
            return true;
        }
    }

    /**
     * Records that an exchange uses the socket now. Returns whether one used it before. Unread bytes on a connection
     * that none has used are not an answer: a TLS 1.3 service sends session tickets after the handshake (RFC 8446,
     * 4.6.1).
     */
    public boolean used() {
        boolean before = used;
        used = true;
        return before;
    }

    /** Whether there are unread bytes. */
    public boolean hasIncoming() throws IOException {
        return super.getInputStream().available() > 0;
    }

    /**
     * Returns the same stream with a count of its writes. While nothing moves, the client writes only replies to what
     * comes.
     */
    @Override
    public OutputStream getOutputStream() throws IOException {
        return new FilterOutputStream(super.getOutputStream()) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                if (writes.incrementAndGet() > mostWrites) {
                    throw overfedNow();
                }
                out.write(bytes, offset, length);
            }
        };
    }

    /** The number of bytes that have come. */
    public long received() {
        return received.get();
    }

    /** Allows that many more bytes to come, and a few thousand writes by the client. One more closes the socket. */
    public void mayReceive(long bytes) {
        most = received.get() + bytes;
        mostWrites = writes.get() + MOST_WRITES;
    }

    /** Allows any number of bytes to come. */
    public void mayReceiveAnything() {
        most = Long.MAX_VALUE;
        mostWrites = Long.MAX_VALUE;
    }

    /** Whether more came than was allowed. */
    public boolean overfed() {
        return overfed;
    }

    private int counted(int result, int count) throws IOException {
        if (result >= 0 && (received.addAndGet(count) > most || hasTooManyHeads())) {
            throw overfedNow();
        }
        return result;
    }

    private boolean hasTooManyHeads() {
        RealConnection carried = connection;
        return carried != null && WaitingHeads.on(carried) > MOST_OF_HEADS;
    }

    /** A service that sends without end may have stopped reading, so closing must not wait for a last message to it. */
    private ProtocolException overfedNow() throws IOException {
        overfed = true;
        close();
        return new ProtocolException("more came than one piece of an answer takes");
    }
}
