package dev.airlock.sandbox.host.net;

import dev.airlock.sandbox.host.net.dial.DaemonThreads;
import dev.airlock.sandbox.host.net.dial.Dialer;
import dev.airlock.sandbox.host.net.dial.OpenSockets;
import dev.airlock.sandbox.host.net.dial.ScriptedDialer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

/**
 * A server on loopback that accepts connections and then does nothing, does not even accept, or does what a test wants.
 */
public final class SilentServer implements AutoCloseable {
    private static final HeldCertificate CERTIFICATE = new HeldCertificate.Builder()
            .addSubjectAlternativeName("api.example.com")
            .build();

    /** Each stream's window is as large as it can be. */
    private static final String SETTINGS = "000006" + "04" + "00" + "00000000" + "0004" + "7fffffff";
    /** So is the connection's. */
    private static final String WINDOW_UPDATE = "000004" + "08" + "00" + "00000000" + "7fff0000";

    private final HandshakeCertificates certificates = new HandshakeCertificates.Builder()
            .heldCertificate(CERTIFICATE)
            .addTrustedCertificate(CERTIFICATE.certificate())
            .build();
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final List<String> protocols;
    private final Talk talk;

    /** The server's behaviour on one connection, after the handshake if it has one. */
    public interface Talk {
        void with(InputStream in, OutputStream out) throws IOException;
    }

    private SilentServer(int backlog, String... protocols) {
        this(backlog, (in, out) -> {}, protocols);
    }

    private SilentServer(int backlog, Talk talk, String... protocols) {
        this.talk = talk;
        this.protocols = List.of(protocols);
        try {
            listener = new ServerSocket(0, backlog, InetAddress.getLoopbackAddress());
            listener.setReceiveBufferSize(4_096); // so that unread data fills it soon
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a server that accepts connections and never sends anything. */
    static SilentServer accepting() {
        SilentServer server = new SilentServer(50);
        server.serve();
        return server;
    }

    /** Returns a server that completes the handshake and never reads again. */
    static SilentServer handshaking() {
        SilentServer server = new SilentServer(50, "http/1.1");
        server.serve();
        return server;
    }

    /** Returns a server that agrees on HTTP/2, opens its windows as far as they go, and never reads again. */
    static SilentServer openingHttp2() {
        SilentServer server = new SilentServer(50, "h2");
        server.serve();
        return server;
    }

    /** Returns a server that agrees on HTTP/2, opens its windows, and continues as a test wants. */
    static SilentServer talkingHttp2(Talk talk) {
        SilentServer server = new SilentServer(50, talk, "h2");
        server.serve();
        return server;
    }

    /** Returns a server that speaks HTTP/1 over TLS as a test wants. */
    public static SilentServer talkingTls(Talk talk) {
        SilentServer server = new SilentServer(50, talk, "http/1.1");
        server.serve();
        return server;
    }

    /** Returns a server that speaks in the clear as a test wants. */
    public static SilentServer talking(Talk talk) {
        SilentServer server = new SilentServer(50, talk);
        server.serve();
        return server;
    }

    /** Returns a server whose queue of connections is full, so that the next one waits for ever. */
    static SilentServer full() {
        SilentServer server = new SilentServer(1);
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

    public InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    /** Returns a dialer that leads every name here. */
    public Dialer dialer() {
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
            Socket talking = socket;
            if (!protocols.isEmpty()) {
                SSLSocket secure =
                        (SSLSocket) certificates.sslSocketFactory().createSocket(socket, "api.example.com", 443, true);
                sockets.add(secure); // an unreferenced TLS socket is closed when it is collected
                secure.setUseClientMode(false);
                SSLParameters parameters = secure.getSSLParameters();
                parameters.setApplicationProtocols(protocols.toArray(new String[0]));
                secure.setSSLParameters(parameters);
                secure.startHandshake();
                if (protocols.contains("h2")) {
                    secure.getOutputStream().write(HexFormat.of().parseHex(SETTINGS + WINDOW_UPDATE));
                }
                talking = secure;
            }
            talk(talking);
            return true;
        } catch (IOException over) {
            return !listener.isClosed();
        }
    }

    private void talk(Socket socket) {
        DaemonThreads.named("silent-server")
                .newThread(() -> {
                    try {
                        talk.with(socket.getInputStream(), socket.getOutputStream());
                    } catch (IOException clientIsGone) {
                        // which is how such a talk ends
                    }
                })
                .start();
    }
}
