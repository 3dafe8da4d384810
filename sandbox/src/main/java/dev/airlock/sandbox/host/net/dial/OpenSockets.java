package dev.airlock.sandbox.host.net.dial;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Every open socket of a transport, TLS or not, so that each can be closed from outside. */
public final class OpenSockets {
    private final Set<DialedSocket> open = ConcurrentHashMap.newKeySet();

    void opened(DialedSocket socket) {
        open.add(socket);
    }

    void closed(DialedSocket socket) {
        open.remove(socket);
    }

    public int count() {
        return open.size();
    }

    /**
     * Closes the socket under a connection. Closing a TLS socket waits for a running write; closing the one beneath it
     * does not.
     */
    public void abort(Socket connection) {
        under(connection).forEach(OpenSockets::close);
    }

    /** Returns the socket under a connection, if it is open. */
    public Optional<DialedSocket> find(Socket connection) {
        return under(connection).findFirst();
    }

    private Stream<DialedSocket> under(Socket connection) {
        SocketAddress local = connection.getLocalSocketAddress();
        SocketAddress remote = connection.getRemoteSocketAddress();
        return open.stream()
                .filter(socket -> Objects.equals(socket.getLocalSocketAddress(), local)
                        && Objects.equals(socket.getRemoteSocketAddress(), remote));
    }

    /**
     * Closes the sockets of the connections that no exchange uses. The client would send a farewell first, and wait for
     * ever for a service that has stopped reading.
     */
    public void abortIdle() {
        open.stream().filter(DialedSocket::retireIfIdle).forEach(OpenSockets::close);
    }

    public void abortAll() {
        open.forEach(OpenSockets::close);
    }

    public static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException alreadyBroken) {
            // it is closed anyway
        }
    }
}
