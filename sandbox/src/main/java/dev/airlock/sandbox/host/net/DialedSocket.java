package dev.airlock.sandbox.host.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** A socket that connects only where its plan leads, and directly: the JVM's proxies are not asked. */
final class DialedSocket extends Socket {
    private final DialPlan plan;
    private final OpenSockets sockets;

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
            super.connect(target, timeoutMillis);
            setTcpNoDelay(true);
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
}
