package dev.airlock.sandbox.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.evidence.Exchange;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpFunctionsTest {
    private static final String URL = "https://api.example.com/x";

    @Test
    void carriesOutAGrantedRequest() {
        try (Guest guest = Guest.with()
                .script("[[exchange]]\nrespond = { status = 201, headers = { X-Two = \"b\" }, body = 'hello' }")
                .start()) {
            assertThat(guest.request("{\"method\":\"POST\",\"url\":\"" + URL
                            + "?q=1\",\"headers\":{\"Content-Type\":\"text/plain\"},\"body\":\"grüße\"}"))
                    .isZero();
            assertThat(guest.status()).isEqualTo(201);
            assertThat(guest.call("http_response_size")).isEqualTo(5);
            assertThat(guest.body()).isEqualTo("hello");
            assertThat(guest.headers()).contains("\"x-two\":[\"b\"]");
            assertThat(guest.upstream.requests()).singleElement().satisfies(request -> {
                assertThat(request.method()).isEqualTo("POST");
                assertThat(request.target()).isEqualTo("/x?q=1");
                assertThat(request.header("content-type")).contains("text/plain");
                assertThat(request.header("user-agent")).contains("airlock");
            });
            assertThat(guest.scope.evidence().all()).singleElement().satisfies(exchange -> {
                assertThat(exchange.method()).isEqualTo("POST");
                assertThat(exchange.host()).isEqualTo("api.example.com:443");
                assertThat(exchange.result()).isEqualTo(new Exchange.Answered(201, "", ""));
            });
            assertThat(guest.scope.evidence().requestSent()).isTrue();
        }
    }

    @Test
    void offersTheSameUnderThePublicName() {
        try (Guest guest = Guest.with().start()) {
            byte[] json = ("{\"url\":\"" + URL + "\"}").getBytes(StandardCharsets.UTF_8);
            guest.memory.write(0, json);
            assertThat(guest.call("aileron_host", "http_request", 0, json.length))
                    .isZero();
            assertThat(guest.call("aileron_host", "http_response_status")).isEqualTo(200);
            assertThat(guest.call("aileron_host", "http_response_size")).isEqualTo(2);
            assertThat(guest.text(guest.call("aileron_host", "http_response_read", Guest.ANSWER, 100)))
                    .isEqualTo("ok");
        }
    }

    @Test
    void readsInPieces() {
        try (Guest guest = Guest.with()
                .script("[[exchange]]\nrespond = { status = 200, body = '0123456789' }")
                .start()) {
            assertThat(guest.get(URL)).isZero();
            assertThat(guest.text(guest.call("http_response_read", Guest.ANSWER, 4)))
                    .isEqualTo("0123");
            assertThat(guest.text(guest.call("http_response_read_at", 8, Guest.ANSWER, 4)))
                    .isEqualTo("89");
            assertThat(guest.call("http_response_read_at", 10, Guest.ANSWER, 4)).isZero();
            assertThat(guest.call("http_response_read_at", -1, Guest.ANSWER, 4)).isZero();
            assertThat(guest.call("http_response_read", Guest.ANSWER, 0)).isZero();
        }
    }

    @Test
    void givesTheSizeNeededWhenTheLengthIsZero() {
        try (Guest guest = Guest.with().start()) {
            assertThat(guest.get(URL)).isZero();
            int size = guest.call("http_response_headers", 0, 0);
            assertThat(guest.headers()).hasSize(size);
            assertThat(guest.call("http_response_headers", Guest.ANSWER, 3)).isEqualTo(3);
        }
    }

    @Test
    void hasNothingToReadBeforeTheFirstRequest() {
        try (Guest guest = Guest.with().start()) {
            assertThat(guest.status()).isEqualTo(-1);
            assertThat(guest.call("http_response_size")).isEqualTo(-1);
            assertThat(guest.call("http_response_read", Guest.ANSWER, 10)).isEqualTo(-1);
            assertThat(guest.call("http_response_read_at", 0, Guest.ANSWER, 10)).isEqualTo(-1);
            assertThat(guest.call("http_response_headers", 0, 0)).isEqualTo(-1);
            assertThat(guest.call("last_error", 0, 0)).isEqualTo(-1);
        }
    }

    @Test
    void forgetsTheOlderResponseWhenARequestFails() {
        try (Guest guest = Guest.with()
                .script("[[exchange]]\nmatch = { path = \"/reset\" }\nfault = \"reset\"\n"
                        + "[[exchange]]\nrespond = { status = 200, body = 'ok' }")
                .start()) {
            assertThat(guest.get(URL)).isZero();
            assertThat(guest.get("https://api.example.com/reset")).isEqualTo(-1);
            assertThat(guest.status()).isEqualTo(-1);
            assertThat(guest.call("http_response_read", Guest.ANSWER, 10)).isEqualTo(-1);
            assertThat(guest.call("http_response_headers", 0, 0)).isEqualTo(-1);
            assertThat(guest.lastError()).contains("\"kind\":\"reset\"").contains("api.example.com:443");
            assertThat(guest.get(URL)).isZero();
            assertThat(guest.status()).isEqualTo(200);
            assertThat(guest.request("{}")).isEqualTo(-2);
            assertThat(guest.status()).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "\"https://api.example.com/\"",
                "{}",
                "{\"url\":null}",
                "{\"url\":5}",
                "{\"URL\":\"https://api.example.com/\"}",
                "{\"url\":\"https://api.example.com/\"} {}",
                "{\"url\":\"https://api.example.com/\",\"url\":\"https://api.example.com/\"}",
                "{\"url\":\"https://api.example.com/\",\"timeout\":5}",
                "{\"url\":\"https://api.example.com/\",\"method\":5}",
                "{\"url\":\"https://api.example.com/\",\"headers\":[]}",
                "{\"url\":\"https://api.example.com/\",\"headers\":{\"a\":1}}",
                "{\"url\":\"https://api.example.com/\",\"headers\":{\"a\":null}}",
                "{\"url\":\"https://api.example.com/\",\"headers\":{\"a\":[\"b\"]}}",
                "{\"url\":\"https://api.example.com/\",\"body\":{}}",
                "{\"url\":\"https://api.example.com/\",\"method\":\"POST\",\"body\":\"\\ud800\"}",
                "{\"url\":\"https://api.example.com/\",\"body_base64\":\"!\"}",
                "{\"url\":\"https://api.example.com/\",\"body\":\"a\",\"body_base64\":\"YQ==\"}",
                "{\"url\":\"https://api.example.com/\",\"credential\":true}",
                "{\"url\":\"https://api.example.com/\",\"follow_redirects\":\"yes\"}"
            })
    void callsAMalformedRequestMalformedAndSaysWhy(String json) {
        try (Guest guest = Guest.with().start()) {
            assertThat(guest.request(json)).isEqualTo(-2);
            assertThat(guest.lastError()).contains("\"kind\":\"bad_request\"");
            assertThat(guest.upstream.requests()).isEmpty();
            assertThat(guest.scope.evidence().all()).isEmpty();
        }
    }

    @Test
    void takesOptionalFieldsThatAreNull() {
        try (Guest guest = Guest.with().start()) {
            assertThat(guest.request("{\"url\":\"" + URL
                            + "\",\"method\":null,\"headers\":null,\"body\":null,\"body_base64\":null,"
                            + "\"credential\":null,\"follow_redirects\":null}"))
                    .isZero();
        }
    }

    @Test
    void sendsBytesAsTheyAre() {
        try (Guest guest = Guest.with().start()) {
            assertThat(guest.request("{\"method\":\"put\",\"url\":\"" + URL + "\",\"body_base64\":\"AP+AfwA=\"}"))
                    .isZero();
            assertThat(guest.upstream.requests()).singleElement().satisfies(request -> {
                assertThat(request.method()).isEqualTo("PUT");
                assertThat(request.body().size()).isEqualTo(5);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
    void sendsEveryMethodThatIsAllowed(String method) {
        try (Guest guest = Guest.with().start()) {
            assertThat(guest.request("{\"method\":\"" + method + "\",\"url\":\"" + URL + "\",\"body\":\"\"}"))
                    .isZero();
            assertThat(guest.upstream.requests())
                    .singleElement()
                    .satisfies(request -> assertThat(request.method()).isEqualTo(method));
        }
    }

    @Test
    void returnsARedirectAsItIs() {
        try (Guest guest = Guest.with()
                .script("[[exchange]]\nfault = \"redirect\"\nlocation = \"https://evil.example/\"\n")
                .start()) {
            assertThat(guest.request("{\"url\":\"" + URL + "\",\"follow_redirects\":false}"))
                    .isZero();
            assertThat(guest.status()).isBetween(300, 399);
            assertThat(guest.headers()).contains("\"location\":[\"https://evil.example/\"]");
            assertThat(guest.upstream.requests()).hasSize(1);
        }
    }

    @Test
    void endsTheCallAtTheLimitOfExchanges() {
        try (Guest guest = Guest.with()
                .limits(Limits.defaults().with(LimitName.EXCHANGES, 2))
                .start()) {
            assertThat(guest.get(URL)).isZero();
            assertThat(guest.get(URL)).isZero();
            assertThat(guest.termination(() -> guest.get(URL)))
                    .isEqualTo(new Termination.LimitReached(LimitName.EXCHANGES, 2, 3));
            assertThat(guest.upstream.requests()).hasSize(2);
        }
    }

    @Test
    void endsTheCallAtTheLimitOfAResponse() {
        try (Guest guest = Guest.with()
                .script("[[exchange]]\nfault = \"oversize\"")
                .limits(Limits.defaults().with(LimitName.HTTP_RESPONSE, 100_000))
                .start()) {
            assertThat(guest.termination(() -> guest.get(URL)))
                    .isInstanceOfSatisfying(Termination.LimitReached.class, reached -> {
                        assertThat(reached.limit()).isEqualTo(LimitName.HTTP_RESPONSE);
                        assertThat(reached.used()).isBetween(100_001L, 200_000L);
                    });
            assertThat(guest.scope.evidence().all()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http_request",
                "http_response_read",
                "http_response_headers",
                "last_error",
            })
    void endsTheCallOnABadPointer(String function) {
        for (List<Integer> range : List.of(
                List.of(Guest.MEMORY, 1),
                List.of(Guest.MEMORY - 1, 2),
                List.of(0, -1),
                List.of(-1, 1),
                List.of(-1, -1),
                List.of(0, Guest.MEMORY + 1),
                List.of(Integer.MIN_VALUE, Integer.MIN_VALUE),
                List.of(Guest.MEMORY + 1, 0))) {
            try (Guest guest = Guest.with().start()) {
                assertThat(guest.termination(() -> guest.call(function, range.get(0), range.get(1))))
                        .isInstanceOfSatisfying(
                                Termination.BadPointer.class,
                                bad -> assertThat(bad.function()).isEqualTo("airlock." + function));
            }
        }
    }

    @Test
    void checksTheWholeRangeThoughTheAnswerIsShort() {
        try (Guest guest = Guest.with().start()) {
            assertThat(guest.get(URL)).isZero();
            assertThat(guest.termination(() -> guest.call("http_response_read_at", 0, 16, Integer.MAX_VALUE)))
                    .isEqualTo(new Termination.BadPointer(
                            "airlock.http_response_read_at", 16, Integer.MAX_VALUE, Guest.MEMORY));
        }
    }

    @Test
    void recordsAFailureInOurWords() {
        try (Guest guest = Guest.with()
                .script("[[exchange]]\nmatch = { host = \"api.example.com:443\" }\nfault = \"connect_refused\"")
                .start()) {
            assertThat(guest.get(URL)).isEqualTo(-1);
            assertThat(guest.scope.evidence().last().orElseThrow().result())
                    .isEqualTo(new Exchange.Broken(
                            NetworkFailureKind.CONNECT_REFUSED, "api.example.com:443: it refused the connection"));
            assertThat(guest.scope.evidence().requestSent()).isFalse();
        }
    }
}
