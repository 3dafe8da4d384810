package dev.airlock.upstreams.wire;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** One accepted connection: the greeting, then the HTTP version that was agreed on. */
final class WireConnection {
    /** A TLS record with the fatal alert handshake_failure. */
    private static final byte[] HANDSHAKE_FAILURE = {0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28};

    private static final int ALERT_LINGER_MILLIS = 2000;

    private final WireServer server;
    private final Socket socket;
    private volatile Socket stream;
    private volatile boolean wasReset;

    WireConnection(WireServer server, Socket socket) {
        this.server = server;
        this.socket = socket;
        this.stream = socket;
    }

    /** Serves until the connection ends. */
    void serve(Greeting greeting) {
        try {
            socket.setTcpNoDelay(true);
            if (greeting instanceof Greeting.Plain) {
                speak(socket, false, "");
            } else if (greeting instanceof Greeting.Tls tls) {
                serveTls(tls.context(), tls.delay());
            } else if (greeting instanceof Greeting.Alert alert) {
                alert(alert.delay());
            }
        } catch (SSLException e) {
            note("a TLS connection failed: " + e.getMessage());
        } catch (IOException e) {
            note("a connection ended early: " + e.getMessage());
        } finally {
            server.release(socket);
        }
    }

    /** Ends the connection with a TCP reset instead of a close. */
    void reset() throws IOException {
        wasReset = true;
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** Ends this side of the connection and continues to read. */
    void closeOutput() throws IOException {
        wasReset = true;
        stream.shutdownOutput();
    }

    /** Notes a failure, unless this side caused it. */
    void note(String text) {
        if (!wasReset) {
            server.note(text);
        }
    }

    WireServer server() {
        return server;
    }

    private void serveTls(SSLContext context, Duration delay) throws IOException {
        if (!delay.isZero() && !server.pause(delay)) {
            return;
        }
        SSLSocket tls = (SSLSocket) context.getSocketFactory().createSocket(socket, null, socket.getPort(), true);
        tls.setUseClientMode(false);
        SSLParameters parameters = tls.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
        tls.setSSLParameters(parameters);
        tls.startHandshake();
        speak(tls, true, tls.getApplicationProtocol());
        tls.close();
    }

    private void speak(Socket spoken, boolean tls, String protocol) throws IOException {
        stream = spoken;
        InputStream in = new BufferedInputStream(spoken.getInputStream());
        OutputStream out = new BufferedOutputStream(spoken.getOutputStream(), 1 << 14);
        if (protocol.equals("h2")) {
            new Http2Connection(this, in, out).serve();
        } else {
            new Http1Connection(this, in, out, tls).serve();
        }
    }

    private void alert(Duration delay) throws IOException {
        byte[] hello = new byte[1 << 12];
        if (socket.getInputStream().read(hello) < 0 || !server.pause(delay)) {
            return;
        }
        socket.getOutputStream().write(HANDSHAKE_FAILURE);
        socket.shutdownOutput();
        socket.setSoTimeout(ALERT_LINGER_MILLIS);
        socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    }
}
