package dev.airlock.sandbox.host.net;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A socket that connects only where its plan leads, and through no proxy but the dialer's: the JVM's are not asked. */
final class DialedSocket extends Socket {
    private final DialPlan plan;
    private final OpenSockets sockets;
    private final AtomicLong received = new AtomicLong();
    private volatile long most = Long.MAX_VALUE;
    private volatile boolean overfed;

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

    /** The same stream, counted. */
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

    /** How many bytes have come. */
    long received() {
        return received.get();
    }

    /** From now on so many bytes may come; one more, and reading fails. */
    void mayReceive(long bytes) {
        most = received.get() + bytes;
    }

    /** Any number of bytes may come. */
    void mayReceiveAnything() {
        most = Long.MAX_VALUE;
    }

    /** Whether more came than might. */
    boolean overfed() {
        return overfed;
    }

    private int counted(int result, int count) throws ProtocolException {
        if (result >= 0 && received.addAndGet(count) > most) {
            overfed = true;
            throw new ProtocolException("more came than one piece of an answer takes");
        }
        return result;
    }
}
