package dev.airlock.sandbox.host.net;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.host.net.dial.ScriptedDialer;
import dev.airlock.sandbox.host.net.message.HttpResult;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A service over TLS 1.3 sends session tickets after the handshake, which no one reads before there is an answer. */
class FreshConnectionTest {
    private static final int EXCHANGES = 30;

    private final AtomicInteger connections = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HeldCertificate certificate = new HeldCertificate.Builder()
            .addSubjectAlternativeName("fresh.example.com")
            .build();

    @SuppressWarnings("NullAway.Init")
    private SSLServerSocket server;

    @BeforeEach
    void start() throws IOException {
        HandshakeCertificates own =
                new HandshakeCertificates.Builder().heldCertificate(certificate).build();
        server = (SSLServerSocket) own.sslContext()
                .getServerSocketFactory()
                .createServerSocket(0, EXCHANGES, InetAddress.getLoopbackAddress());
        server.setEnabledProtocols(new String[] {"TLSv1.3"});
        threads.execute(this::serve);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
        threads.shutdownNow();
    }

    private void serve() {
        while (!server.isClosed()) {
            try {
                SSLSocket socket = (SSLSocket) server.accept();
                connections.incrementAndGet();
                threads.execute(() -> answer(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    /** Answers one request, and says that it was the last one. */
    private static void answer(SSLSocket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = in.read();
                if (next < 0) {
                    return;
                }
                head.append((char) next);
            }
            socket.getOutputStream()
                    .write("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok".getBytes(ISO_8859_1));
        } catch (IOException gone) {
            // the test counts how many came
        }
    }

    @Test
    void aConnectionThatNobodyUsedIsUsedWhateverLiesUnreadOnIt() {
        HandshakeCertificates trust = new HandshakeCertificates.Builder()
                .addTrustedCertificate(certificate.certificate())
                .build();
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
        try (HttpTransport transport =
                new HttpTransport(new ScriptedDialer((scheme, host) -> Optional.of(address), trust.trustManager()))) {
            for (int i = 0; i < EXCHANGES; i++) {
                assertThat(transport.exchange(Wire.call(20_000), Wire.get("https://fresh.example.com/")))
                        .isInstanceOf(HttpResult.Response.class);
            }
        }
        assertThat(connections).hasValue(EXCHANGES);
    }
}
