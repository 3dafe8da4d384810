package dev.airlock.sandbox.host.net.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.sandbox.host.net.HttpTransport;
import dev.airlock.sandbox.host.net.SilentServer;
import dev.airlock.sandbox.host.net.Wire;
import dev.airlock.sandbox.host.net.dial.ScriptedDialer;
import dev.airlock.sandbox.host.net.message.HttpHeader;
import dev.airlock.sandbox.host.net.message.HttpRequest;
import dev.airlock.sandbox.host.net.message.HttpResult;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes on a connection belong to the answer that they are part of, and to no other. */
class SoundConnectionTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final String EVIL = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil";

    private final AtomicInteger connections = new AtomicInteger();

    @ParameterizedTest
    @CsvSource({
        "GET,HTTP/1.1 200 OK|Content-Length: 2||ok",
        "POST,HTTP/1.1 200 OK|Content-Length: 2||ok",
        "GET,HTTP/1.1 200 OK|Transfer-Encoding: chunked||2|ok|0||",
        "GET,HTTP/1.1 200 OK|Content-Length: 0||",
        "GET,HTTP/1.1 204 No Content||",
        "GET,HTTP/1.1 304 Not Modified|Content-Length: 4||",
        "HEAD,HTTP/1.1 200 OK|Content-Length: 4||"
    })
    void bytesAfterAnAnswerAreNotTheNextAnswer(String method, String answer) {
        String first = answer.replace("|", "\r\n");
        try (SilentServer server = answering(first + EVIL);
                HttpTransport transport = new HttpTransport(server.dialer())) {
            assertThat(exchange(transport, method)).isInstanceOf(HttpResult.Response.class);
            assertThat(body(exchange(transport, "GET"))).isEqualTo("ok");
            assertThat(connections).hasValue(2);
        }
    }

    /** The client takes 8 KiB at a time, and the rest of a TLS record is decrypted where no socket counts it. */
    @Test
    void bytesAfterAnAnswerInTheSameRecordOfTlsAreNotTheNextAnswer() {
        String head = "HTTP/1.1 200 OK\r\nContent-Length: 8151\r\n\r\n";
        String body = "a".repeat(8_151);
        assertThat(head.length() + body.length()).isEqualTo(8_192);
        try (SilentServer server = SilentServer.talkingTls((in, out) -> {
                    boolean first = connections.incrementAndGet() == 1;
                    while (request(in)) {
                        out.write((first ? head + body + EVIL : OK).getBytes(ISO_8859_1));
                    }
                });
                HttpTransport transport = new HttpTransport(server.dialer())) {
            HttpRequest request =
                    new HttpRequest("GET", Wire.target(Wire.SECURE + "/"), List.of(), Optional.empty(), 10_000, false);
            assertThat(body(transport.exchange(Wire.call(20_000), request))).isEqualTo(body);
            assertThat(body(transport.exchange(Wire.call(20_000), request))).isEqualTo("ok");
            assertThat(connections).hasValue(2);
        }
    }

    /** The rest of the request then meets a connection that was reset. */
    @Test
    void anAnswerBeforeTheWholeRequestCameIsReadAsAnyOther() {
        String answer = "HTTP/1.1 413 Content Too Large\r\nX-A: one\r\n two\r\nContent-Length: 2\r\n\r\nno";
        try (SilentServer server = SilentServer.talking((in, out) -> {
                    if (request(in)) {
                        out.write(answer.getBytes(ISO_8859_1));
                        in.close();
                    }
                });
                HttpTransport transport = new HttpTransport(server.dialer())) {
            HttpResult result = transport.exchange(
                    Wire.call(20_000),
                    new HttpRequest(
                            "POST",
                            Wire.target(Wire.PLAIN + "/"),
                            List.of(),
                            Optional.of(new byte[20 << 20]),
                            1_000,
                            false));
            assertThat(body(result)).isEqualTo("no");
            assertThat(((HttpResult.Response) result).headers()).contains(new HttpHeader("X-A", "one two"));
        }
    }

    @Test
    void bytesThatComeLaterAreNotTheNextAnswerEither() throws InterruptedException {
        CountDownLatch taken = new CountDownLatch(1);
        CountDownLatch pushed = new CountDownLatch(1);
        try (SilentServer server = SilentServer.talking((in, out) -> {
                    boolean first = connections.incrementAndGet() == 1;
                    while (request(in)) {
                        out.write(OK.getBytes(ISO_8859_1));
                        if (first) {
                            await(taken);
                            out.write(EVIL.getBytes(ISO_8859_1));
                            pushed.countDown();
                        }
                    }
                });
                HttpTransport transport = new HttpTransport(server.dialer())) {
            assertThat(body(exchange(transport, "GET"))).isEqualTo("ok");
            taken.countDown();
            pushed.await();
            assertThat(body(exchange(transport, "POST"))).isEqualTo("ok");
            assertThat(connections).hasValue(2);
        }
    }

    @Test
    void aConnectionThatItsServiceClosedWithoutAWordIsNotUsed() {
        try (SilentServer server = SilentServer.talking((in, out) -> {
                    connections.incrementAndGet();
                    if (request(in)) {
                        out.write(OK.getBytes(ISO_8859_1));
                    }
                    in.close();
                });
                SilentServer slow = SilentServer.talking((in, out) -> {
                    while (request(in)) {
                        await(new CountDownLatch(1));
                        out.write(OK.getBytes(ISO_8859_1));
                    }
                });
                HttpTransport transport = new HttpTransport(new ScriptedDialer(
                        (scheme, host) ->
                                Optional.of(host.host().text().startsWith("slow") ? slow.address() : server.address()),
                        new okhttp3.tls.HandshakeCertificates.Builder().build().trustManager()))) {
            for (int i = 0; i < 3; i++) {
                assertThat(body(exchange(transport, "POST"))).isEqualTo("ok");
                assertThat(body(transport.exchange(Wire.call(20_000), Wire.get("http://slow.example.com/"))))
                        .isEqualTo("ok");
            }
            assertThat(connections).hasValue(3);
        }
    }

    @Test
    void aConnectionThatIsQuietIsUsedAgain() {
        try (SilentServer server = answering(OK);
                HttpTransport transport = new HttpTransport(server.dialer())) {
            for (int i = 0; i < 5; i++) {
                assertThat(body(exchange(transport, i % 2 == 0 ? "GET" : "POST")))
                        .isEqualTo("ok");
            }
            assertThat(connections).hasValue(1);
        }
    }

    @Test
    void aFoldedHeaderIsOneAndTheNextAnswerIsReadAsWell() {
        try (SilentServer server = answering("HTTP/1.1 200 OK\r\nX-A: one\r\n  two\r\nContent-Length: 2\r\n\r\nok");
                HttpTransport transport = new HttpTransport(server.dialer())) {
            for (int i = 0; i < 2; i++) {
                HttpResult.Response response = (HttpResult.Response) exchange(transport, "GET");
                assertThat(response.headers())
                        .containsExactly(new HttpHeader("X-A", "one two"), new HttpHeader("Content-Length", "2"));
                assertThat(body(response)).isEqualTo("ok");
            }
            assertThat(connections).hasValue(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"no colon", ": 1", "X A: 1", "(X): 1"})
    void anAnswerWithALineThatIsNoHeaderIsNone(String line) {
        try (SilentServer server = answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n" + line + "\r\n\r\nok");
                HttpTransport transport = new HttpTransport(server.dialer())) {
            HttpResult.Failed failed = (HttpResult.Failed) exchange(transport, "GET");
            assertThat(failed.broken().kind()).isEqualTo(NetworkFailureKind.PROTOCOL);
            assertThat(failed.broken().message())
                    .isEqualTo("plain.example.com:80: one of its header lines is not a header");
            assertThat(transport.openSockets()).isZero();
        }
    }

    private SilentServer answering(String answer) {
        return SilentServer.talking((in, out) -> {
            boolean first = connections.incrementAndGet() == 1;
            while (request(in)) {
                out.write((first ? answer : OK).getBytes(ISO_8859_1));
            }
        });
    }

    private static HttpResult exchange(HttpTransport transport, String method) {
        return transport.exchange(
                Wire.call(20_000),
                new HttpRequest(
                        method,
                        Wire.target(Wire.PLAIN + "/"),
                        List.of(),
                        method.equals("POST") ? Optional.of(new byte[0]) : Optional.empty(),
                        1_000,
                        false));
    }

    private static String body(HttpResult result) {
        assertThat(result).isInstanceOf(HttpResult.Response.class);
        return new String(((HttpResult.Response) result).body(), ISO_8859_1);
    }

    /** Reads the head of a request, which has no body. Returns whether one came. */
    private static boolean request(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return false;
            }
            head.append((char) next);
        }
        return true;
    }

    /** Waits a little, or until it may go on. */
    private static void await(CountDownLatch latch) throws IOException {
        try {
            boolean unused = latch.await(150, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
