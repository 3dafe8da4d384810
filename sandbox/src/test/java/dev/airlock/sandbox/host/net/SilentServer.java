package dev.airlock.sandbox.host.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLSocket;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

/** A server on loopback that takes connections and then does nothing, or not even that. */
final class SilentServer implements AutoCloseable {
    private static final HeldCertificate CERTIFICATE = new HeldCertificate.Builder()
            .addSubjectAlternativeName("api.example.com")
            .build();

    private final HandshakeCertificates certificates = new HandshakeCertificates.Builder()
            .heldCertificate(CERTIFICATE)
            .addTrustedCertificate(CERTIFICATE.certificate())
            .build();
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final boolean tls;

    private SilentServer(int backlog, boolean tls) {
        this.tls = tls;
        try {
            listener = new ServerSocket(0, backlog, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes connections and never says a word. */
    static SilentServer accepting() {
        SilentServer server = new SilentServer(50, false);
        server.serve();
        return server;
    }

    /** Completes the handshake and never reads again. */
    static SilentServer handshaking() {
        SilentServer server = new SilentServer(50, true);
        server.serve();
        return server;
    }

    /** Its queue of connections is full, so that the next one waits for ever. */
    static SilentServer full() {
        SilentServer server = new SilentServer(1, false);
        try {
            for (int i = 0; i < 4; i++) {
                Socket filler = new Socket();
                server.sockets.add(filler);
                filler.connect(server.address(), 100);
            }
        } catch (IOException queueIsFull) {
            return server;
        }
        throw new IllegalStateException("the queue does not fill");
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    /** A dialer that leads every name here. */
    Dialer dialer() {
        return new ScriptedDialer((scheme, host) -> Optional.of(address()), certificates.trustManager());
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        sockets.forEach(OpenSockets::close);
    }

    private void serve() {
        DaemonThreads.named("silent-server").newThread(this::accept).start();
    }

    private void accept() {
        boolean open = true;
        while (open) {
            open = acceptOne();
        }
    }

    private boolean acceptOne() {
        try {
            Socket socket = listener.accept();
            sockets.add(socket);
            if (tls) {
                SSLSocket secure =
                        (SSLSocket) certificates.sslSocketFactory().createSocket(socket, "api.example.com", 443, true);
                secure.setUseClientMode(false);
                secure.startHandshake();
            }
            return true;
        } catch (IOException over) {
            return !listener.isClosed();
        }
    }
}
