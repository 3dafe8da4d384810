package dev.airlock.sandbox.host.net.dial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.manifests.hosts.Host;
import dev.airlock.sandbox.host.net.HttpTransport;
import dev.airlock.sandbox.host.net.Wire;
import dev.airlock.sandbox.host.net.address.AddressRules;
import dev.airlock.sandbox.host.net.message.HttpResult;
import dev.airlock.sandbox.host.net.message.Timeouts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The embedder's proxy: a real one, which connects where it is told to. */
class TunnelTest {
    private static final AddressRules RULES =
            new AddressRules(Set.of(Host.parse("127.0.0.1").orThrow()));

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
    private final MockWebServer service = new MockWebServer();
    private ServerSocket proxy;
    private volatile String answer = "HTTP/1.1 200 Connection established\r\nVia: 1.1 test\r\n\r\n";

    @BeforeEach
    void start() throws IOException {
        service.start(InetAddress.getLoopbackAddress(), 0);
        proxy = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
        threads.execute(this::serve);
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        service.close();
        threads.shutdownNow();
    }

    @Test
    void everyConnectionGoesThroughTheProxyToTheAddressThatWasChecked() throws Exception {
        service.enqueue(new MockResponse.Builder().body("hello").build());
        try (HttpTransport transport = transport(address(proxy))) {
            HttpResult result = transport.exchange(Wire.call(20_000), Wire.get(url()));

            assertThat(((HttpResult.Response) result).body()).asString().isEqualTo("hello");
        }
        assertThat(asked).containsExactly("CONNECT 127.0.0.1:" + service.getPort() + " HTTP/1.1");
        assertThat(service.takeRequest().getHeaders().names()).noneMatch(name -> name.startsWith("Proxy-"));
    }

    @Test
    void aNameIsResolvedAndCheckedHereAndNotByTheProxy() {
        try (SystemDialer dialer = new SystemDialer(AddressRules.publicOnly(), address(proxy));
                HttpTransport transport = new HttpTransport(dialer)) {
            assertThatThrownBy(() -> transport.exchange(
                            Wire.call(20_000), Wire.get("http://localhost:" + service.getPort() + "/")))
                    .isInstanceOf(dev.airlock.sandbox.call.CallEnded.class);
        }
        assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 403 Forbidden\r\n\r\n", "SSH-2.0-nothing\r\n\r\n", "HTTP/1.1 2", "\r\n\r\n"})
    void aProxyThatDoesNotConnectIsAConnectionThatCouldNotBeMade(String said) {
        answer = said;
        try (HttpTransport transport = transport(address(proxy))) {
            HttpResult result = transport.exchange(Wire.call(20_000), Wire.get(url()));

            assertThat(((HttpResult.Failed) result).broken().kind()).isEqualTo(NetworkFailureKind.CONNECT_REFUSED);
        }
        assertThat(service.getRequestCount()).isZero();
    }

    @Test
    void aProxyThatSaysNothingIsGivenUpLikeAHostThatDoesNotConnect() {
        answer = "";
        Duration limit = Duration.ofMillis(300);
        try (SystemDialer dialer = new SystemDialer(RULES, address(proxy));
                HttpTransport transport = new HttpTransport(dialer, new Timeouts(limit, limit, limit, limit))) {
            HttpResult result = transport.exchange(Wire.call(20_000), Wire.get(url()));

            assertThat(((HttpResult.Failed) result).broken().kind()).isEqualTo(NetworkFailureKind.CONNECT_TIMEOUT);
        }
    }

    @Test
    void anAnswerWithoutEndIsNotReadForEver() {
        byte[] endless = "x".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
        assertThatThrownBy(() -> Tunnel.open(
                        new ByteArrayInputStream(endless),
                        new ByteArrayOutputStream(),
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 443)))
                .hasMessageContaining("does not answer as one");
    }

    private static HttpTransport transport(InetSocketAddress proxy) {
        return new HttpTransport(new SystemDialer(RULES, proxy));
    }

    private String url() {
        return "http://127.0.0.1:" + service.getPort() + "/";
    }

    private static InetSocketAddress address(ServerSocket server) {
        return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
    }

    private void serve() {
        try {
            while (true) {
                Socket client = proxy.accept();
                threads.execute(() -> tunnel(client));
            }
        } catch (IOException closed) {
            assertThat(proxy.isClosed()).isTrue();
        }
    }

    private void tunnel(Socket client) {
        try (client) {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = client.getInputStream().read();
                if (next < 0) {
                    return;
                }
                head.append((char) next);
            }
            String first = head.substring(0, head.indexOf("\r\n"));
            asked.add(first);
            client.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            if (answer.startsWith("HTTP/1.1 200")) {
                pump(client, Integer.parseInt(first.replaceAll(".*:(\\d+) .*", "$1")));
            } else if (answer.isEmpty()) {
                assertThat(client.getInputStream().read()).isNegative();
            }
        } catch (IOException brokenOff) {
            asked.add("broken off");
        }
    }

    private void pump(Socket client, int port) throws IOException {
        try (Socket target = new Socket(InetAddress.getLoopbackAddress(), port)) {
            threads.execute(() -> {
                try {
                    client.getInputStream().transferTo(target.getOutputStream());
                    target.shutdownOutput();
                } catch (IOException over) {
                    return; // one side is gone
                }
            });
            target.getInputStream().transferTo(client.getOutputStream());
        }
    }
}
