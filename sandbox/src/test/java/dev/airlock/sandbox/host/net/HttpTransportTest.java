package dev.airlock.sandbox.host.net;

import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.sandbox.host.net.dial.ScriptedDialer;
import dev.airlock.sandbox.host.net.message.HttpRequest;
import dev.airlock.sandbox.host.net.message.HttpResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.SocketEffect;
import okhttp3.tls.HandshakeCertificates;
import okio.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpTransportTest {
    private static final String OK = "[[exchange]]\nrespond = { status = 200, body = 'ok' }\n";

    private static final byte[] HELLO_BROTLI = Base64.getDecoder().decode("CwaAaGVsbG8sIGJyb3RsaQM=");
    private static final byte[] EIGHT_MEBIBYTES_OF_ZEROS = Base64.getDecoder().decode("m///f/gnAOKxQCD3/g8=");
    /** "hello" with a window of 1 GiB, which is not part of the standard. */
    private static final byte[] LARGE_WINDOW = Base64.getDecoder().decode("ER4IAAJoZWxsbwM=");

    @Test
    void leavesNoThreadAndNoSocket() {
        try (Wire wire = Wire.to(OK)) {
            wire.exchange(Wire.get(Wire.SECURE + "/"));
            wire.exchange(Wire.get(Wire.PLAIN + "/"));
            assertThat(wire.transport.openSockets()).isEqualTo(2);
            wire.transport.close();
            assertThat(wire.transport.openSockets()).isZero();
        }
        await().atMost(5, MINUTES)
                .untilAsserted(() -> assertThat(clientThreads()).isEmpty());
    }

    @Test
    void breaksOffWhatIsUnderWayWhenItCloses() throws Exception {
        ExecutorService caller = Executors.newSingleThreadExecutor();
        try (Wire wire = Wire.to("[[exchange]]\nfault = \"stall\"\n")) {
            Future<HttpResult> result = caller.submit(() -> wire.exchange(Wire.get(Wire.SECURE + "/")));
            await().atMost(5, MINUTES)
                    .until(() -> !wire.upstream.requests().isEmpty() || wire.transport.openSockets() > 0);
            wire.transport.close();
            assertThat(result.get(2, SECONDS)).isInstanceOf(HttpResult.Failed.class);
            assertThat(wire.transport.openSockets()).isZero();
            assertThatThrownBy(() -> wire.exchange(Wire.get(Wire.SECURE + "/")))
                    .isInstanceOf(IllegalStateException.class);
        } finally {
            caller.shutdownNow();
        }
    }

    @Test
    void letsSixThroughToAHostAtATime() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(16);
        try (Wire wire = Wire.to("[[exchange]]\ndelay = \"100ms\"\nrespond = { status = 200 }\n")) {
            List<Future<HttpResult>> results = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                results.add(callers.submit(() -> wire.exchange(Wire.get(Wire.PLAIN + "/"))));
            }
            int most = 0;
            while (results.stream().anyMatch(result -> !result.isDone())) {
                most = Math.max(most, wire.transport.exchangesUnderWay());
            }
            assertThat(most).isLessThanOrEqualTo(6);
            for (Future<HttpResult> result : results) {
                assertThat(result.get()).isInstanceOf(HttpResult.Response.class);
            }
            assertThat(wire.transport.exchangesUnderWay()).isZero();
        } finally {
            callers.shutdownNow();
        }
    }

    @Test
    void waitsForItsTurnAtMostUntilTheDeadline() {
        HostGate gate = new HostGate(1);
        gate.enter(Wire.call(1_000), Wire.target(Wire.PLAIN).address());
        CallScope second = Wire.call(100);
        assertThat(catchThrowableOfType(
                                CallEnded.class,
                                () -> gate.enter(second, Wire.target(Wire.PLAIN).address()))
                        .termination())
                .isInstanceOf(Termination.LimitReached.class);
        gate.leave(Wire.target(Wire.PLAIN).address());
        assertThat(gate.occupied()).isZero();
    }

    @Test
    void undoesGzipAndCountsWhatItHolds() throws IOException {
        byte[] bomb = gzip(new byte[8 << 20]);
        try (MockWebServer server = serving(response("gzip", gzip("hello".getBytes(StandardCharsets.UTF_8))));
                HttpTransport transport = transport(server)) {
            HttpResult.Response response =
                    (HttpResult.Response) transport.exchange(Wire.call(20_000), Wire.get(Wire.PLAIN + "/"));
            assertThat(new String(response.body(), StandardCharsets.UTF_8)).isEqualTo("hello");
            assertThat(response.header("Content-Encoding")).isEmpty();
            assertThat(response.header("Content-Length")).isEmpty();

            server.enqueue(response("gzip", bomb));
            CallScope scope = Wire.call(20_000);
            HttpRequest small = limited(100_000, false);
            Termination termination = catchThrowableOfType(CallEnded.class, () -> transport.exchange(scope, small))
                    .termination();
            assertThat(termination).isInstanceOfSatisfying(Termination.LimitReached.class, reached -> {
                assertThat(reached.limit()).isEqualTo(LimitName.HTTP_RESPONSE);
                assertThat(reached.used()).isLessThan(300_000);
            });
        }
    }

    @Test
    void undoesBrotliAndCountsWhatItHolds() throws IOException, InterruptedException {
        try (MockWebServer server = serving(response("br", HELLO_BROTLI));
                HttpTransport transport = transport(server)) {
            HttpResult.Response response =
                    (HttpResult.Response) transport.exchange(Wire.call(20_000), limited(100_000, true));
            assertThat(new String(response.body(), StandardCharsets.UTF_8)).isEqualTo("hello, brotli");
            assertThat(response.header("Content-Encoding")).isEmpty();
            assertThat(server.takeRequest().getHeaders().get("Accept-Encoding")).isEqualTo("gzip, br");

            server.enqueue(response("br", EIGHT_MEBIBYTES_OF_ZEROS));
            CallScope scope = Wire.call(20_000);
            Termination termination = catchThrowableOfType(
                            CallEnded.class, () -> transport.exchange(scope, limited(100_000, false)))
                    .termination();
            assertThat(termination).isInstanceOfSatisfying(Termination.LimitReached.class, reached -> {
                assertThat(reached.limit()).isEqualTo(LimitName.HTTP_RESPONSE);
                assertThat(reached.used()).isLessThan(300_000);
            });
            assertThat(scope.traffic().bytesIn()).isLessThan(300_000);

            server.enqueue(response("br", HELLO_BROTLI));
            assertThat(catchThrowableOfType(
                                    CallEnded.class, () -> transport.exchange(Wire.call(20_000), limited(12, false)))
                            .termination())
                    .isInstanceOf(Termination.LimitReached.class);
        }
    }

    /** RFC 9110, 15: any three digits are an answer. */
    @ParameterizedTest
    @ValueSource(ints = {200, 299, 399, 460, 599, 600, 999})
    void anyStatusOfThreeDigitsIsAnAnswer(int status) throws IOException {
        try (MockWebServer server = serving(
                        new MockResponse.Builder().code(status).body("denied").build());
                HttpTransport transport = transport(server)) {
            assertThat(transport.exchange(Wire.call(20_000), limited(100_000, false)))
                    .isInstanceOfSatisfying(
                            HttpResult.Response.class,
                            whole -> assertThat(whole.status()).isEqualTo(status));
        }
    }

    /** RFC 1952, 2.2; RFC 1950 and RFC 1951, which services mix up under the name deflate (RFC 9110, 8.4.1.2). */
    @Test
    void undoesMembersAndBothKindsOfDeflate() throws IOException {
        byte[] two = concat(
                gzip("hello, ".getBytes(StandardCharsets.UTF_8)), gzip("again".getBytes(StandardCharsets.UTF_8)));
        byte[] many = new byte[0];
        for (int i = 0; i < 1_000; i++) {
            many = concat(many, gzip("0123456789".getBytes(StandardCharsets.UTF_8)));
        }
        try (MockWebServer server = serving(response("gzip", two));
                HttpTransport transport = transport(server)) {
            assertThat(body(transport)).isEqualTo("hello, again");
            server.enqueue(response("x-gzip", many));
            assertThat(body(transport)).isEqualTo("0123456789".repeat(1_000));
            server.enqueue(response("deflate", deflated("hello", false)));
            assertThat(body(transport)).isEqualTo("hello");
            server.enqueue(response("deflate", deflated("hello", true)));
            assertThat(body(transport)).isEqualTo("hello");
            server.enqueue(response("deflate", deflated("x".repeat(8 << 20), true)));
            assertThat(catchThrowableOfType(
                                    CallEnded.class,
                                    () -> transport.exchange(Wire.call(20_000), limited(100_000, false)))
                            .termination())
                    .isInstanceOf(Termination.LimitReached.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "br"})
    void anEncodingOfNothingIsNothing(String encoding) throws IOException {
        try (MockWebServer server = serving(response(encoding, new byte[0]));
                HttpTransport transport = transport(server)) {
            assertThat(body(transport)).isEmpty();
            server.enqueue(new MockResponse.Builder()
                    .addHeader("Content-Encoding", encoding)
                    .chunkedBody(new Buffer(), 8)
                    .build());
            assertThat(body(transport)).isEmpty();
        }
    }

    @Test
    void aSecondMemberThatIsTornOrBreaksOffIsNotTheEnd() throws IOException {
        byte[] first = gzip("hello, ".getBytes(StandardCharsets.UTF_8));
        byte[] torn = concat(first, gzip("again".getBytes(StandardCharsets.UTF_8)));
        torn[torn.length - 6] ^= 1;
        byte[] cut = Arrays.copyOf(torn, first.length + 14);
        try (MockWebServer server = serving(response("gzip", torn));
                HttpTransport transport = transport(server)) {
            assertThat(kind(transport, limited(100_000, false))).isEqualTo("protocol");
            server.enqueue(response("gzip", cut));
            assertThat(kind(transport, limited(100_000, false))).isEqualTo("protocol");
            server.enqueue(response("gzip", torn)
                    .newBuilder()
                    .setHeader("Content-Length", first.length + 5)
                    .body(new Buffer().write(torn, 0, first.length + 3))
                    .onResponseEnd(new SocketEffect.CloseSocket())
                    .build());
            assertThat(kind(transport, limited(100_000, false))).isNotEqualTo("none");
            server.enqueue(response("deflate", new byte[] {0x78, (byte) 0x9c, 1}));
            assertThat(kind(transport, limited(100_000, false))).isEqualTo("protocol");
        }
    }

    private static String body(HttpTransport transport) {
        HttpResult.Response response =
                (HttpResult.Response) transport.exchange(Wire.call(20_000), limited(100_000, true));
        assertThat(response.header("Content-Encoding")).isEmpty();
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    private static byte[] concat(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static byte[] deflated(String text, boolean raw) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, raw);
        try (DeflaterOutputStream stream = new DeflaterOutputStream(out, deflater)) {
            stream.write(text.getBytes(StandardCharsets.UTF_8));
        } finally {
            deflater.end();
        }
        return out.toByteArray();
    }

    @Test
    void callsABrokenEncodingMalformed() throws IOException {
        byte[] torn = gzip("hello, hello, hello".getBytes(StandardCharsets.UTF_8));
        torn[torn.length - 6] ^= 1;
        try (MockWebServer server = serving(response("gzip", "not gzip".getBytes(StandardCharsets.UTF_8)));
                HttpTransport transport = transport(server)) {
            assertThat(kind(transport, limited(100_000, false))).isEqualTo("protocol");
            server.enqueue(response("gzip", torn));
            assertThat(kind(transport, limited(100_000, false))).isEqualTo("protocol");
            server.enqueue(response("br", new byte[] {1, 2, 3}));
            assertThat(kind(transport, limited(100_000, false))).isEqualTo("protocol");
            server.enqueue(response("br", LARGE_WINDOW));
            assertThat(kind(transport, limited(100_000, false))).isEqualTo("protocol");
            server.enqueue(response("gzip, br", new byte[] {1, 2, 3}));
            assertThat(kind(transport, limited(100_000, true))).isEqualTo("protocol");
            server.enqueue(response("zstd", new byte[] {1, 2, 3}));
            assertThat(kind(transport, limited(100_000, true))).isEqualTo("protocol");
            server.enqueue(response("zstd", new byte[] {1, 2, 3}));
            assertThat(transport.exchange(Wire.call(20_000), limited(100_000, false)))
                    .isInstanceOfSatisfying(
                            HttpResult.Response.class,
                            whole -> assertThat(whole.body()).containsExactly(1, 2, 3));
        }
    }

    @Test
    void callsABodyThatIsTooShortABrokenConnection() throws IOException {
        try (MockWebServer server = serving(new MockResponse.Builder()
                        .body("hello")
                        .setHeader("Content-Length", "10")
                        .onResponseEnd(SocketEffect.ShutdownConnection.INSTANCE)
                        .build());
                HttpTransport transport = transport(server)) {
            assertThat(kind(transport, limited(100, false))).isEqualTo("reset");
        }
    }

    @Test
    void refusesAnAnnouncedSizeBeforeItReads() throws IOException {
        try (MockWebServer server = serving(response("identity", new byte[1001]));
                HttpTransport transport = transport(server)) {
            CallScope scope = Wire.call(20_000);
            assertThat(catchThrowableOfType(CallEnded.class, () -> transport.exchange(scope, limited(1000, false)))
                            .termination())
                    .isEqualTo(new Termination.LimitReached(LimitName.HTTP_RESPONSE, 1000, 1001));
            assertThat(scope.evidence().all()).hasSize(1);
            assertThat(transport.openSockets()).isZero();
        }
    }

    @Test
    void takesExactlyTheLimit() throws IOException {
        try (MockWebServer server = serving(response("identity", new byte[1000]));
                HttpTransport transport = transport(server)) {
            CallScope scope = Wire.call(20_000);
            assertThat(transport.exchange(scope, limited(1000, false))).isInstanceOf(HttpResult.Response.class);
            assertThat(scope.traffic().bytesIn()).isEqualTo(1000);
        }
    }

    @Test
    void keepsRetryHeadersAsEvidence() throws IOException {
        try (MockWebServer server = serving(new MockResponse.Builder()
                        .code(429)
                        .addHeader("Retry-After", "7")
                        .addHeader("x-should-retry", "false")
                        .build());
                HttpTransport transport = transport(server)) {
            CallScope scope = Wire.call(20_000);
            transport.exchange(scope, Wire.get(Wire.PLAIN + "/"));
            assertThat(scope.evidence().last().orElseThrow().result())
                    .isEqualTo(new Exchange.Answered(429, "7", "false"));
        }
    }

    @Test
    void cancelsTheCallWhenItsThreadIsInterrupted() {
        try (Wire wire = Wire.to("[[exchange]]\nfault = \"stall\"\n")) {
            Thread.currentThread().interrupt();
            CallScope scope = Wire.call(20_000);
            Termination termination = catchThrowableOfType(
                            CallEnded.class, () -> wire.transport.exchange(scope, Wire.get(Wire.PLAIN + "/")))
                    .termination();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(termination).isEqualTo(new Termination.Cancelled());
        }
    }

    private static String kind(HttpTransport transport, HttpRequest request) {
        HttpResult result = transport.exchange(Wire.call(20_000), request);
        return ((HttpResult.Failed) result).broken().kind().wireName();
    }

    private static HttpRequest limited(long maxBytes, boolean decodedOnly) {
        return new HttpRequest(
                "GET", Wire.target(Wire.PLAIN + "/"), List.of(), Optional.empty(), maxBytes, decodedOnly);
    }

    private static MockWebServer serving(MockResponse first) throws IOException {
        MockWebServer server = new MockWebServer();
        server.enqueue(first);
        server.start();
        return server;
    }

    private static HttpTransport transport(MockWebServer server) {
        return new HttpTransport(new ScriptedDialer(
                (scheme, host) -> Optional.of(server.getSocketAddress()),
                new HandshakeCertificates.Builder().build().trustManager()));
    }

    private static MockResponse response(String encoding, byte[] body) {
        return new MockResponse.Builder()
                .addHeader("Content-Encoding", encoding)
                .body(new Buffer().write(body))
                .build();
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }

    private static List<String> clientThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.contains("airlock-") || name.contains("OkHttp"))
                .toList();
    }
}
