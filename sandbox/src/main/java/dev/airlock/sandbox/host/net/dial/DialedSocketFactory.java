package dev.airlock.sandbox.host.net.dial;

import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/** Makes the sockets of one exchange, and none that is already connected. */
public final class DialedSocketFactory extends SocketFactory {
    private final DialPlan plan;

    public DialedSocketFactory(DialPlan plan) {
        this.plan = plan;
    }

    @Override
    public Socket createSocket() {
        return plan.socket();
    }

    @Override
    public Socket createSocket(@Nullable String host, int port) throws SocketException {
        throw unplanned();
    }

    @Override
    public Socket createSocket(@Nullable String host, int port, @Nullable InetAddress localHost, int localPort)
            throws SocketException {
        throw unplanned();
    }

    @Override
    public Socket createSocket(@Nullable InetAddress host, int port) throws SocketException {
        throw unplanned();
    }

    @Override
    public Socket createSocket(@Nullable InetAddress address, int port, @Nullable InetAddress local, int localPort)
            throws SocketException {
        throw unplanned();
    }

    private static SocketException unplanned() {
        return new SocketException("an address that was not authorised");
    }
}
