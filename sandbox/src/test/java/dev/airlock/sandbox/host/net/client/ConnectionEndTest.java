package dev.airlock.sandbox.host.net.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.host.net.HttpTransport;
import dev.airlock.sandbox.host.net.Wire;
import dev.airlock.sandbox.host.net.dial.DaemonThreads;
import dev.airlock.sandbox.host.net.dial.ScriptedDialer;
import dev.airlock.sandbox.host.net.message.HttpRequest;
import dev.airlock.sandbox.host.net.message.HttpResult;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.tls.HandshakeCertificates;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 9112, 9.3: when a connection ends, the next request goes over another one, and is sent once. */
class ConnectionEndTest {
    @ParameterizedTest
    @CsvSource({
        "HTTP/1.0,,2",
        "HTTP/1.0,keep-alive,1",
        "HTTP/1.0,Keep-Alive,1",
        "HTTP/1.1,,1",
        "HTTP/1.1,close,2",
        "HTTP/1.1,'TE, Close',2",
        "HTTP/1.1,keep-alive,1"
    })
    void aConnectionIsUsedAsLongAsItsServiceWillHaveIt(String version, String option, int connections)
            throws IOException {
        String connection = option == null ? "" : "Connection: " + option + "\r\n";
        try (Service service = new Service(
                        version + " 200 OK\r\nContent-Length: 2\r\n" + connection + "\r\nok", connections == 1);
                HttpTransport transport = new HttpTransport(new ScriptedDialer(
                        (scheme, host) -> Optional.of(service.address()),
                        new HandshakeCertificates.Builder().build().trustManager()))) {
            for (int i = 0; i < 2; i++) {
                HttpResult result = transport.exchange(
                        Wire.call(20_000),
                        new HttpRequest(
                                "POST",
                                Wire.target(Wire.PLAIN + "/" + i),
                                List.of(),
                                Optional.of(new byte[] {'b'}),
                                1_000,
                                false));
                assertThat(((HttpResult.Response) result).body()).containsExactly('o', 'k');
            }
            assertThat(service.connections.get()).isEqualTo(connections);
            assertThat(service.requests).containsExactly("POST /0 HTTP/1.1", "POST /1 HTTP/1.1");
        }
    }

    /**
     * Answers requests, and decides for each connection whether it answers there again; later requests are recorded and
     * get no answer.
     */
    private static final class Service implements AutoCloseable {
        final AtomicInteger connections = new AtomicInteger();
        final ConcurrentLinkedQueue<String> requests = new ConcurrentLinkedQueue<>();
        private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final String answer;
        private final boolean again;

        Service(String answer, boolean again) throws IOException {
            this.answer = answer;
            this.again = again;
            DaemonThreads.named("ending-service").newThread(this::accept).start();
        }

        InetSocketAddress address() {
            return (InetSocketAddress) listener.getLocalSocketAddress();
        }

        private void accept() {
            while (!listener.isClosed()) {
                try {
                    Socket socket = listener.accept();
                    connections.incrementAndGet();
                    DaemonThreads.named("ending-service")
                            .newThread(() -> serve(socket))
                            .start();
                } catch (IOException closed) {
                    return;
                }
            }
        }

        private void serve(Socket socket) {
            try (socket) {
                boolean answers = true;
                while (request(socket.getInputStream())) {
                    if (answers) {
                        socket.getOutputStream().write(answer.getBytes(ISO_8859_1));
                        answers = again;
                    }
                }
            } catch (IOException clientIsGone) {
                // which is how each of them ends
            }
        }

        /** Reads a request with a body of one byte. */
        private boolean request(InputStream in) throws IOException {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = in.read();
                if (next < 0) {
                    return false;
                }
                head.append((char) next);
            }
            requests.add(head.substring(0, head.indexOf("\r\n")));
            return in.read() >= 0;
        }

        @Override
        public void close() throws IOException {
            listener.close();
        }
    }
}
