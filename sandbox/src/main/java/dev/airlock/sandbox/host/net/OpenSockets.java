package dev.airlock.sandbox.host.net;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Every socket that a transport has open, TLS or not, so that each can be closed from outside. */
final class OpenSockets {
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    void opened(Socket socket) {
        open.add(socket);
    }

    void closed(Socket socket) {
        open.remove(socket);
    }

    int count() {
        return open.size();
    }

    /**
     * Closes the socket under a connection. Closing a TLS socket waits for a write that is under way; closing the one
     * beneath it does not.
     */
    void abort(Socket connection) {
        SocketAddress local = connection.getLocalSocketAddress();
        SocketAddress remote = connection.getRemoteSocketAddress();
        for (Socket socket : open) {
            if (Objects.equals(socket.getLocalSocketAddress(), local)
                    && Objects.equals(socket.getRemoteSocketAddress(), remote)) {
                close(socket);
            }
        }
    }

    void abortAll() {
        open.forEach(OpenSockets::close);
    }

    static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException alreadyBroken) {
            // closed all the same
        }
    }
}
