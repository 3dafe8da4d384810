package dev.airlock.upstreams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.upstreams.script.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import okhttp3.Call;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.internal.http2.ConnectionShutdownException;
import okhttp3.internal.http2.StreamResetException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests each fault on the client's side and in the record. */
@Execution(ExecutionMode.CONCURRENT) // they wait more than they compute
class FaultsTest {
    private static final String HOST = "api.example.com:443";
    private static final String URL = "https://api.example.com/x";
    private static final Duration SHORT = Duration.ofMillis(1500);

    @Test
    void dnsIsAnUnknownHostAsOftenAsTheRuleSays() throws IOException {
        try (ScriptedUpstream upstream = start("dns", "times = 1")) {
            assertThatThrownBy(() -> upstream.dial("api.example.com", 443, true))
                    .isInstanceOf(UnknownHostException.class)
                    .hasMessage("api.example.com");
            assertThat(get(Clients.http2(upstream))).isEqualTo(200);
            assertThat(upstream.requests()).hasSize(1);
        }
    }

    @Test
    void connectRefusedIsARefusedConnectionAsOftenAsTheRuleSays() throws IOException {
        try (ScriptedUpstream upstream = start("connect_refused", "times = 1")) {
            assertThatThrownBy(() -> get(Clients.http2(upstream))).isInstanceOf(ConnectException.class);
            assertThat(get(Clients.http2(upstream))).isEqualTo(200);
        }
    }

    @Test
    void faultsOfConnectionsConcernTheirHostOnly() throws IOException {
        String script = """
                [[exchange]]
                match = { host = "down.example.com:443" }
                fault = "connect_refused"
                [[exchange]]
                match = { host = "broken.example.com:443" }
                fault = "tls"
                [[exchange]]
                match = { host = "gone.example.com:443" }
                fault = "dns"
                [[exchange]]
                respond = {}
                """;
        try (ScriptedUpstream upstream =
                Clients.start(script, HOST, "down.example.com:443", "broken.example.com:443", "gone.example.com:443")) {
            OkHttpClient client = Clients.http2(upstream);
            assertThat(get(client)).isEqualTo(200);
            assertThatThrownBy(() -> get(client, "https://down.example.com/")).isInstanceOf(ConnectException.class);
            assertThatThrownBy(() -> get(client, "https://broken.example.com/")).isInstanceOf(SSLException.class);
            assertThatThrownBy(() -> get(client, "https://gone.example.com/")).isInstanceOf(UnknownHostException.class);
            assertThat(upstream.requests()).hasSize(1);
        }
    }

    @Test
    void tlsIsAFatalAlertInTheHandshake() throws IOException {
        try (ScriptedUpstream upstream = start("tls", "")) {
            assertThatThrownBy(() -> get(Clients.http2(upstream)))
                    .isInstanceOf(SSLHandshakeException.class)
                    .hasMessageContaining("handshake_failure");
        }
    }

    @Test
    void tlsWithADelayStallsTheHandshake() throws IOException {
        try (ScriptedUpstream upstream = start("tls", "delay = \"60min\"")) {
            OkHttpClient client = Clients.http2(upstream)
                    .newBuilder()
                    .connectTimeout(SHORT)
                    .readTimeout(SHORT)
                    .build();
            assertThatThrownBy(() -> get(client)).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void badCertificatesAreRefusedByTheClientEachForItsReason() throws IOException {
        Map<String, String> reasons = Map.of(
                "certificate_expired", "validity check failed",
                "wrong_host", "not verified",
                "self_signed", "unable to find valid certification path");
        for (Map.Entry<String, String> reason : reasons.entrySet()) {
            try (ScriptedUpstream upstream = start(reason.getKey(), "")) {
                assertThatThrownBy(() -> get(Clients.http2(upstream)))
                        .isInstanceOf(SSLException.class)
                        .hasStackTraceContaining(reason.getValue());
                assertThat(upstream.requests()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Versions.class)
    void resetIsAResetWithoutEffect(Versions version) throws IOException {
        try (ScriptedUpstream upstream = start("reset", "")) {
            assertThatReset(() -> post(version.client(upstream), "x"));
            assertRecorded(upstream, false);
            assertThat(upstream.requests().get(0).body().size()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Versions.class)
    void resetThatLooksAtTheBodyReadsItAndHasNoEffect(Versions version) throws IOException {
        try (ScriptedUpstream upstream =
                Clients.start("[[exchange]]\nmatch = { body_contains = \"x\" }\nfault = \"reset\"", HOST)) {
            assertThatReset(() -> post(version.client(upstream), "x"));
            assertRecorded(upstream, false);
            assertThat(upstream.requests().get(0).body().text()).isEqualTo("x");
        }
    }

    @ParameterizedTest
    @EnumSource(Versions.class)
    void resetAfterRequestIsAResetWithEffect(Versions version) throws IOException {
        try (ScriptedUpstream upstream = start("reset_after_request", "")) {
            assertThatReset(() -> post(version.client(upstream), "x"));
            assertRecorded(upstream, true);
            assertThat(upstream.requests().get(0).body().text()).isEqualTo("x");
        }
    }

    @ParameterizedTest
    @EnumSource(Versions.class)
    void stallIsSilence(Versions version) throws Exception {
        try (ScriptedUpstream upstream = start("stall", "")) {
            Call call = version.client(upstream).newCall(request());
            Replies replies = new Replies(1);
            call.enqueue(replies);
            Clients.eventually(() -> assertRecorded(upstream, false));
            assertThat(replies.soFar()).isEmpty();
            call.cancel();
            assertThat(replies.await()).singleElement().asString().endsWith("Exception");
        }
    }

    @ParameterizedTest
    @EnumSource(Versions.class)
    void stallAfterHeadersIsSilenceInTheBody(Versions version) throws IOException {
        try (ScriptedUpstream upstream = start("stall_after_headers", "respond = { status = 202, body = \"abc\" }")) {
            try (Response response = version.client(upstream).newCall(request()).execute()) {
                assertThat(response.code()).isEqualTo(202);
                assertThat(response.body().contentLength()).isEqualTo(3);
                response.body().source().timeout().timeout(SHORT.toNanos(), TimeUnit.NANOSECONDS);
                assertThatThrownBy(() -> response.body().string()).isInstanceOf(SocketTimeoutException.class);
            }
            assertRecorded(upstream, true);
        }
    }

    @ParameterizedTest
    @EnumSource(Versions.class)
    void dripIsOneByteASecond(Versions version) throws IOException {
        try (ScriptedUpstream upstream = start("drip", "respond = { body = \"ab\" }")) {
            long start = System.nanoTime();
            try (Response response = version.client(upstream).newCall(request()).execute()) {
                InputStream body = response.body().byteStream();
                assertThat(body.read()).isEqualTo('a');
                assertThat(body.read()).isEqualTo('b');
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(800));
                assertThat(body.read()).isEqualTo(-1);
            }
            assertRecorded(upstream, true);
        }
    }

    @ParameterizedTest
    @EnumSource(Versions.class)
    void oversizeNeverEnds(Versions version) throws IOException {
        try (ScriptedUpstream upstream = start("oversize", "")) {
            try (Response response = version.client(upstream).newCall(request()).execute()) {
                assertThat(response.body().contentLength()).isEqualTo(-1);
                InputStream body = response.body().byteStream();
                assertThat(new String(body.readNBytes(16 << 20), StandardCharsets.US_ASCII))
                        .isEqualTo("x".repeat(16 << 20));
            }
            assertRecorded(upstream, true);
        }
    }

    @ParameterizedTest
    @EnumSource(Versions.class)
    void malformedIsNotHttp(Versions version) throws IOException {
        try (ScriptedUpstream upstream = start("malformed", "")) {
            assertThatThrownBy(() -> get(version.client(upstream))).isInstanceOf(ProtocolException.class);
            assertRecorded(upstream, true);
        }
    }

    @ParameterizedTest
    @EnumSource(Versions.class)
    void redirectPointsElsewhere(Versions version) throws IOException {
        try (ScriptedUpstream upstream =
                start("redirect", "location = \"https://other.example.com/y\"\nrespond = { status = 307 }")) {
            try (Response response = version.client(upstream).newCall(request()).execute()) {
                assertThat(response.code()).isEqualTo(307);
                assertThat(response.header("location")).isEqualTo("https://other.example.com/y");
            }
            assertRecorded(upstream, false);
        }
    }

    @ParameterizedTest
    @EnumSource(Versions.class)
    void badChunkBreaksInTheBody(Versions version) throws IOException {
        try (ScriptedUpstream upstream = start("bad_chunk", "respond = { body = \"first\" }")) {
            try (Response response = version.client(upstream).newCall(request()).execute()) {
                assertThat(response.code()).isEqualTo(200);
                assertThatThrownBy(() -> response.body().string())
                        .isInstanceOf(IOException.class)
                        .isNotInstanceOf(SocketTimeoutException.class);
            }
            assertRecorded(upstream, true);
        }
    }

    @ParameterizedTest
    @EnumSource(Versions.class)
    void headerFloodIsMoreThanAClientTakes(Versions version) throws IOException {
        try (ScriptedUpstream upstream = start("header_flood", "")) {
            assertThatThrownBy(() -> get(version.client(upstream))).isInstanceOf(IOException.class);
            assertRecorded(upstream, true);
        }
    }

    @ParameterizedTest
    @EnumSource(Versions.class)
    void endlessHeadersAreMoreThanAClientTakes(Versions version) throws IOException {
        try (ScriptedUpstream upstream = start("endless_headers", "")) {
            OkHttpClient client =
                    version.client(upstream).newBuilder().callTimeout(SHORT).build();
            assertThatThrownBy(() -> get(client)).isInstanceOf(IOException.class);
            assertRecorded(upstream, true);
        }
    }

    @ParameterizedTest
    @EnumSource(Versions.class)
    void interimResponsesComeWithoutEnd(Versions version) throws IOException {
        try (ScriptedUpstream upstream = start("1xx_storm", "")) {
            OkHttpClient client =
                    version.client(upstream).newBuilder().callTimeout(SHORT).build();
            assertThatThrownBy(() -> assertThat(get(client)).isEqualTo(200))
                    .satisfiesAnyOf(
                            thrown -> assertThat(thrown).isInstanceOf(IOException.class),
                            thrown -> assertThat(thrown).hasMessageContaining("103"));
            assertRecorded(upstream, false);
        }
    }

    @Test
    void http2ResetEndsOneStream() throws IOException {
        try (ScriptedUpstream upstream = start("http2_reset", "times = 1")) {
            OkHttpClient client = Clients.http2(upstream);
            assertThatThrownBy(() -> get(client))
                    .isInstanceOfSatisfying(
                            StreamResetException.class,
                            reset -> assertThat(reset.errorCode).hasToString("INTERNAL_ERROR"));
            assertThat(get(client)).isEqualTo(200);
            assertThat(upstream.requests()).map(RecordedRequest::effect).containsExactly(false, true);
        }
    }

    @Test
    void http2GoawayRefusesTheRequestAndLaterOnes() throws IOException {
        try (ScriptedUpstream upstream = start("http2_goaway", "times = 1")) {
            OkHttpClient client = Clients.http2(upstream);
            assertThatThrownBy(() -> get(client))
                    .isInstanceOfAny(StreamResetException.class, ConnectionShutdownException.class);
            assertThat(get(client)).isEqualTo(200);
            assertThat(upstream.requests()).map(RecordedRequest::effect).containsExactly(false, true);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"HTTP2_RESET", "HTTP2_GOAWAY"})
    void http2FaultsAreResetsOverHttp1(Fault fault) throws IOException {
        try (ScriptedUpstream upstream = start(fault.code(), "")) {
            assertThatReset(() -> get(Clients.http1(upstream)));
            assertRecorded(upstream, false);
        }
    }

    @ParameterizedTest
    @EnumSource(Versions.class)
    void aServerThatEndsItsSideLosesTheAnswerAndHadItsEffect(Versions version) throws IOException {
        try (ScriptedUpstream upstream = start("half_closed", "times = 1")) {
            OkHttpClient client = version.client(upstream);
            assertThatThrownBy(() -> get(client)).isInstanceOf(IOException.class);
            assertRecorded(upstream, true);
            assertThat(get(client)).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @EnumSource(Versions.class)
    void aTruncatedBodyBreaksOffAfterWhatThereIsOfIt(Versions version) throws IOException {
        String body = "respond = { status = 200, body = \"twelve bytes\" }\ntimes = 1";
        try (ScriptedUpstream upstream = start("truncated", body);
                Response response = version.client(upstream).newCall(request()).execute()) {
            assertThat(response.code()).isEqualTo(200);
            InputStream in = response.body().byteStream();
            byte[] there = new byte[12];
            assertThat(in.read(there)).isEqualTo(12);
            assertThat(new String(there, StandardCharsets.UTF_8)).isEqualTo("twelve bytes");
            assertThatThrownBy(in::read).isInstanceOf(IOException.class);
            assertRecorded(upstream, true);
        }
    }

    @ParameterizedTest
    @EnumSource(Versions.class)
    void oneStalledExchangeDoesNotHoldUpOthers(Versions version) throws Exception {
        String script = "[[exchange]]\nmatch = { path = \"/slow\" }\nfault = \"stall\"\n[[exchange]]\nrespond = {}";
        try (ScriptedUpstream upstream = Clients.start(script, HOST)) {
            OkHttpClient client = version.client(upstream);
            Replies slow = new Replies(1);
            client.newCall(new Request.Builder()
                            .url("https://api.example.com/slow")
                            .build())
                    .enqueue(slow);
            assertThat(get(client)).isEqualTo(200);
            client.dispatcher().cancelAll();
            assertThat(slow.await()).hasSize(1).doesNotContain("200");
        }
    }

    private static ScriptedUpstream start(String fault, String more) throws IOException {
        return Clients.start("[[exchange]]\nfault = \"" + fault + "\"\n" + more + "\n[[exchange]]\nrespond = {}", HOST);
    }

    private static void assertRecorded(ScriptedUpstream upstream, boolean effect) {
        assertThat(upstream.requests()).hasSize(1);
        assertThat(upstream.requests().get(0).rule()).hasValue(1);
        assertThat(upstream.requests().get(0).effect()).isEqualTo(effect);
    }

    /**
     * Accepts the messages of both threads of the client. The thread that meets the reset first decides: one that writes finds its TLS
     * closed.
     */
    private static void assertThatReset(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(SocketException.class)
                .hasMessageMatching("(Connection reset|Broken pipe|Connection or outbound has closed).*");
    }

    private static Request request() {
        return new Request.Builder().url(URL).build();
    }

    private static int get(OkHttpClient client) throws IOException {
        return get(client, URL);
    }

    private static int get(OkHttpClient client, String url) throws IOException {
        try (Response response =
                client.newCall(new Request.Builder().url(url).build()).execute()) {
            return response.code();
        }
    }

    private static int post(OkHttpClient client, String body) throws IOException {
        Request request = new Request.Builder()
                .url(URL)
                .post(RequestBody.create(body, MediaType.get("text/plain")))
                .build();
        try (Response response = client.newCall(request).execute()) {
            return response.code();
        }
    }
}
