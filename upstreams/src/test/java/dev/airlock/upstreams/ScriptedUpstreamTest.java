package dev.airlock.upstreams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScriptedUpstreamTest {
    private static final String HOST = "api.example.com:443";

    @ParameterizedTest
    @EnumSource(Versions.class)
    void answersByTheScriptAndRecordsWhatItWasAsked(Versions version) throws IOException {
        String script = """
                [[exchange]]
                match   = { method = "POST", host = "api.example.com:443", path = "/a%2Fb", body_contains = "hello" }
                respond = { status = 201, headers = { Content-Type = "application/json", Set-Cookie = ["a=1", "b=2"] }, body = '{"ok":true}' }
                """;
        try (ScriptedUpstream upstream = Clients.start(script, HOST)) {
            Request request = new Request.Builder()
                    .url("https://api.example.com/a%2Fb?q=%3F&r")
                    .header("X-Trace", "t-1")
                    .post(RequestBody.create("say hello", MediaType.get("text/plain")))
                    .build();
            try (Response response = version.client(upstream).newCall(request).execute()) {
                assertThat(response.code()).isEqualTo(201);
                assertThat(response.header("content-type")).isEqualTo("application/json");
                assertThat(response.headers("set-cookie")).containsExactly("a=1", "b=2");
                assertThat(response.body().string()).isEqualTo("{\"ok\":true}");
            }
            RecordedRequest recorded = upstream.requests().get(0);
            assertThat(recorded.protocol()).isEqualTo(version.wire());
            assertThat(recorded.scheme()).isEqualTo("https");
            assertThat(recorded.method()).isEqualTo("POST");
            assertThat(recorded.host()).isEqualTo("api.example.com");
            assertThat(recorded.target()).isEqualTo("/a%2Fb?q=%3F&r");
            assertThat(recorded.path()).isEqualTo("/a%2Fb");
            assertThat(recorded.query()).hasValue("q=%3F&r");
            assertThat(recorded.header("x-trace")).hasValue("t-1");
            assertThat(recorded.body().text()).isEqualTo("say hello");
            assertThat(recorded.rule()).isEqualTo(OptionalInt.of(1));
            assertThat(recorded.effect()).isTrue();
            assertThat(upstream.report().asScripted()).isTrue();
            assertThat(upstream.report().lines()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Versions.class)
    void answersARequestThatMatchesNothingWith599AndReportsIt(Versions version) throws IOException {
        String script = """
                [[exchange]]
                match   = { path = "/ok" }
                respond = { status = 200 }
                times   = 1
                [[exchange]]
                match   = { method = "POST", path = "/other", body_contains = "x" }
                respond = { status = 200 }
                [[exchange]]
                match = { host = "other.example.com:443" }
                fault = "dns"
                """;
        try (ScriptedUpstream upstream = Clients.start(script, HOST)) {
            OkHttpClient client = version.client(upstream);
            assertThat(status(client, "https://api.example.com/ok")).isEqualTo(200);
            Request request = new Request.Builder()
                    .url("https://api.example.com/ok?token=abc")
                    .build();
            try (Response response = client.newCall(request).execute()) {
                assertThat(response.code()).isEqualTo(599);
                assertThat(response.header("x-should-retry")).isEqualTo("false");
                assertThat(response.body().string())
                        .isEqualTo("{\"error\":\"no rule of upstream.toml answers GET https://api.example.com/ok\","
                                + "\"rules\":[\"rule 1 (line 1): /ok -> status 200 [used up]\","
                                + "\"rule 2 (line 5): POST /other body contains \\\"x\\\" -> status 200 [method, path, body differ]\","
                                + "\"rule 3 (line 8): other.example.com:443 -> fault dns [applies to connections]\"]}");
            }
            assertThat(upstream.requests())
                    .map(RecordedRequest::rule)
                    .containsExactly(OptionalInt.of(1), OptionalInt.empty());
            assertThat(upstream.requests()).map(RecordedRequest::effect).containsExactly(true, false);
            UpstreamReport report = upstream.report();
            assertThat(report.requests()).isEqualTo(2);
            assertThat(report.lines())
                    .containsExactly(
                            "no rule of upstream.toml answers GET https://api.example.com/ok",
                            "never used: rule 2 (line 5): POST /other body contains \"x\" -> status 200",
                            "never used: rule 3 (line 8): other.example.com:443 -> fault dns");
        }
    }

    @ParameterizedTest
    @EnumSource(Versions.class)
    void matchesParametersOfTheQueryAndHeaders(Versions version) throws IOException {
        String script = """
                [[exchange]]
                match   = { path = "/issues", query = { page = "2", q = "a b" } }
                respond = { status = 202 }
                [[exchange]]
                match   = { path = "/issues", headers = { If-None-Match = '"v1"' } }
                respond = { status = 304 }
                [[exchange]]
                match   = { path = "/issues" }
                respond = { status = 200 }
                """;
        try (ScriptedUpstream upstream = Clients.start(script, HOST)) {
            OkHttpClient client = version.client(upstream);
            assertThat(status(client, "https://api.example.com/issues?q=a+b&page=2"))
                    .isEqualTo(202);
            assertThat(status(client, "https://api.example.com/issues?q=x&page=1&page=2&q=a%20b"))
                    .isEqualTo(202);
            assertThat(status(client, "https://api.example.com/issues?page=2")).isEqualTo(200);
            assertThat(status(client, "https://api.example.com/issues")).isEqualTo(200);
            Request known = new Request.Builder()
                    .url("https://api.example.com/issues")
                    .header("if-none-match", "\"v1\"")
                    .build();
            try (Response response = client.newCall(known).execute()) {
                assertThat(response.code()).isEqualTo(304);
            }
        }
    }

    @Test
    void saysWhichParametersAndHeadersDiffer() throws IOException {
        String script = """
                [[exchange]]
                match   = { path = "/issues", query = { page = "2" }, headers = { Accept = "text/x" } }
                respond = { status = 200 }
                """;
        try (ScriptedUpstream upstream = Clients.start(script, HOST)) {
            Request request = new Request.Builder()
                    .url("https://api.example.com/issues?page=1")
                    .build();
            try (Response response =
                    Versions.HTTP_1_1.client(upstream).newCall(request).execute()) {
                assertThat(response.body().string())
                        .contains("/issues query \\\"page=2\\\" header \\\"accept: text/x\\\" -> status 200"
                                + " [query page, header accept differ]");
            }
        }
    }

    @Test
    void answersWith599AndTheNearestRulesHoweverManyThereAre() throws IOException {
        String script = "[[exchange]]\nmatch = { method = \"PUT\", path = \"/%s\" }\nrespond = { status = 200 }\n"
                        .formatted("p".repeat(5_000))
                        .repeat(500)
                + "[[exchange]]\nmatch = { path = \"/near\" }\nrespond = { status = 200 }\n";
        try (ScriptedUpstream upstream = Clients.start(script, HOST)) {
            Request request =
                    new Request.Builder().url("https://api.example.com/no").build();
            try (Response response =
                    Versions.HTTP_1_1.client(upstream).newCall(request).execute()) {
                assertThat(response.body().string())
                        .contains("\"rules\":[\"rule 501 (line 1501): /near -> status 200 [path differs]\",")
                        .endsWith("\"and 481 more\"]}")
                        .hasSizeLessThan(10_000);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Versions.class)
    void usesRulesInOrderAndEachOnlyAsOftenAsItSays(Versions version) throws IOException {
        String script = """
                [[exchange]]
                respond = { status = 503, headers = { Retry-After = "1" } }
                times   = 2
                [[exchange]]
                respond = { status = 200 }
                """;
        try (ScriptedUpstream upstream = Clients.start(script, HOST)) {
            OkHttpClient client = version.client(upstream);
            String url = "https://api.example.com/";
            assertThat(List.of(status(client, url, "POST"), status(client, url, "POST"), status(client, url, "POST")))
                    .containsExactly(503, 503, 200);
        }
    }

    @ParameterizedTest
    @EnumSource(Versions.class)
    void delaysTheFirstByte(Versions version) throws IOException {
        try (ScriptedUpstream upstream =
                Clients.start("[[exchange]]\nrespond = { status = 200 }\ndelay = \"200ms\"", HOST)) {
            long before = System.nanoTime();
            assertThat(status(version.client(upstream), "https://api.example.com/"))
                    .isEqualTo(200);
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
        }
    }

    @ParameterizedTest
    @EnumSource(Versions.class)
    void answersHeadWithoutABody(Versions version) throws IOException {
        String script = """
                [[exchange]]
                match   = { path = "/plain" }
                respond = { body = "twelve bytes" }
                [[exchange]]
                fault   = "drip"
                respond = { body = "twelve bytes" }
                """;
        try (ScriptedUpstream upstream = Clients.start(script, HOST)) {
            OkHttpClient client = version.client(upstream);
            for (String path : List.of("/plain", "/drip", "/plain")) {
                Request request = new Request.Builder()
                        .url("https://api.example.com" + path)
                        .head()
                        .build();
                try (Response response = client.newCall(request).execute()) {
                    assertThat(response.header("content-length")).isEqualTo("12");
                    assertThat(response.body().string()).isEmpty();
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Versions.class)
    void carriesLargeBodiesBothWays(Versions version) throws IOException {
        String large = "0123456789abcdef".repeat(1 << 16);
        try (ScriptedUpstream upstream = Clients.start("[[exchange]]\nrespond = { body = \"" + large + "\" }", HOST)) {
            Request request = new Request.Builder()
                    .url("https://api.example.com/")
                    .post(RequestBody.create(large, MediaType.get("text/plain")))
                    .build();
            for (int round = 0; round < 3; round++) {
                try (Response response =
                        version.client(upstream).newCall(request).execute()) {
                    assertThat(response.body().string()).isEqualTo(large);
                }
            }
            assertThat(upstream.requests())
                    .hasSize(3)
                    .allMatch(recorded -> recorded.body().size() == large.length());
        }
    }

    @ParameterizedTest
    @EnumSource(Versions.class)
    void readsBodiesOfUnknownLengthAndAnswersExpectContinue(Versions version) throws IOException {
        try (ScriptedUpstream upstream = Clients.start("[[exchange]]\nrespond = {}", HOST)) {
            Request request = new Request.Builder()
                    .url("https://api.example.com/")
                    .header("Expect", "100-continue")
                    .post(new RequestBody() {
                        @Override
                        public MediaType contentType() {
                            return MediaType.get("text/plain");
                        }

                        @Override
                        public void writeTo(okio.BufferedSink sink) throws IOException {
                            sink.writeUtf8("in ").flush();
                            sink.writeUtf8("pieces").flush();
                        }
                    })
                    .build();
            try (Response response = version.client(upstream).newCall(request).execute()) {
                assertThat(response.code()).isEqualTo(200);
            }
            assertThat(upstream.requests())
                    .map(recorded -> recorded.body().text())
                    .containsExactly("in pieces");
        }
    }

    @Test
    void servesPlainHttpWhereTheGrantSaysSo() throws IOException {
        String script = """
                [[exchange]]
                match   = { host = "plain.example.com:8080" }
                respond = { body = "plain" }
                """;
        try (ScriptedUpstream upstream = Clients.start(script, "http://plain.example.com:8080")) {
            assertThat(status(Clients.http1(upstream), "http://plain.example.com:8080/x"))
                    .isEqualTo(200);
            assertThat(upstream.requests()).map(RecordedRequest::scheme).containsExactly("http");
        }
    }

    @Test
    void knowsOnlyGrantedHostsAndPorts() throws IOException {
        try (ScriptedUpstream upstream = Clients.start("[[exchange]]\nrespond = {}", HOST, "[2001:db8::1]:443")) {
            assertThat(upstream.dial("API.example.com.", 443, true).getAddress().isLoopbackAddress())
                    .isTrue();
            assertThat(upstream.dial("2001:db8::1", 443, true)).isEqualTo(upstream.dial("api.example.com", 443, true));
            assertThat(upstream.resolve("api.example.com").getHostName()).isEqualTo("api.example.com");
            assertThatThrownBy(() -> upstream.dial("other.example.com", 443, true))
                    .isInstanceOf(UnknownHostException.class)
                    .hasMessage("other.example.com is not granted, so the scripted upstream does not know it");
            InetSocketAddress ungranted = upstream.connect("api.example.com", 8443, true);
            assertThatThrownBy(() -> new Socket(ungranted.getAddress(), ungranted.getPort()).close())
                    .isInstanceOf(ConnectException.class);
        }
    }

    @Test
    void refusesAGrantThatIsNotAHost() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Clients.start("", "https://api.example.com/x"))
                .withMessage("not a granted host: https://api.example.com/x");
    }

    @Test
    void handsOutTheBindingsOfTheScript() throws IOException {
        try (ScriptedUpstream upstream = Clients.start("[bindings]\napi_key = \"test-secret-1234\"")) {
            assertThat(upstream.bindings()).containsEntry("api_key", "test-secret-1234");
        }
    }

    @Test
    void keepsARecordOfTheLatestRequestsOnly() throws IOException {
        try (ScriptedUpstream upstream = Clients.start("[[exchange]]\nrespond = {}", "http://plain.example.com:80")) {
            OkHttpClient client = Clients.http1(upstream);
            RequestBody body = RequestBody.create(new byte[30 << 20], MediaType.get("text/plain"));
            for (int round = 0; round < 3; round++) {
                Request request = new Request.Builder()
                        .url("http://plain.example.com/")
                        .post(body)
                        .build();
                client.newCall(request).execute().close();
            }
            assertThat(upstream.requests()).map(RecordedRequest::number).containsExactly(2L, 3L);
            assertThat(upstream.report().lines())
                    .containsExactly("the record holds only the latest requests; 1 older ones were dropped");
        }
    }

    private static int status(OkHttpClient client, String url) throws IOException {
        return status(client, url, "GET");
    }

    private static int status(OkHttpClient client, String url, String method) throws IOException {
        RequestBody body = method.equals("GET") ? null : RequestBody.create("b", MediaType.get("text/plain"));
        Request request = new Request.Builder().url(url).method(method, body).build();
        try (Response response = client.newCall(request).execute()) {
            return response.code();
        }
    }
}
