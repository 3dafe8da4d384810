package dev.airlock.sandbox.host.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.host.net.message.HttpRequest;
import dev.airlock.sandbox.host.net.message.HttpResult;
import dev.airlock.sandbox.url.UrlCases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SentOnceTest {
    @ParameterizedTest
    @CsvSource({
        "503, Retry-After, 0",
        "503, Retry-After, 1",
        "408, Retry-After, 0",
        "408, X-None, 0",
        "421, X-None, 0",
        "401, WWW-Authenticate, 'Basic realm=\"x\"'",
        "407, Proxy-Authenticate, 'Basic realm=\"x\"'",
        "300, Location, /other",
        "301, Location, /other",
        "302, Location, /other",
        "303, Location, /other",
        "307, Location, /other",
        "308, Location, /other",
        "429, Retry-After, 0",
        "500, X-None, 0",
    })
    void sendsARequestOnceWhateverTheAnswer(int status, String header, String value) {
        for (String url : new String[] {Wire.SECURE + "/", Wire.PLAIN + "/"}) {
            for (String method : new String[] {"GET", "POST", "DELETE"}) {
                try (Wire wire = Wire.to("[[exchange]]\nrespond = { status = " + status + ", headers = { " + header
                        + " = '" + value + "' } }\n")) {
                    HttpRequest request = Wire.request(method, url, method.equals("POST") ? "x" : null);
                    HttpResult.Response response = wire.response(request);
                    assertThat(response.status()).isEqualTo(status);
                    assertThat(response.header(header)).isEqualTo(value);
                    assertThat(wire.upstream.requests()).hasSize(1);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"reset", "reset_after_request", "http2_reset", "http2_goaway"})
    void neverResendsOnAPooledConnectionThatBreaks(String fault) {
        for (String url : new String[] {Wire.SECURE, Wire.PLAIN}) {
            try (Wire wire = Wire.to("""
                    [[exchange]]
                    match = { path = "/broken" }
                    fault = "%s"
                    [[exchange]]
                    respond = { status = 200, body = 'ok' }
                    """.formatted(fault))) {
                assertThat(wire.response(Wire.get(url + "/")).status()).isEqualTo(200);
                assertThat(wire.exchange(Wire.get(url + "/broken"))).isInstanceOf(HttpResult.Failed.class);
                assertThat(wire.upstream.requests().stream()
                                .filter(request -> request.path().equals("/broken")))
                        .hasSizeLessThanOrEqualTo(1);
                assertThat(wire.upstream.requests()).hasSizeLessThanOrEqualTo(2);
            }
        }
    }

    @Test
    void usesAConnectionAgain() {
        for (String url : new String[] {Wire.SECURE, Wire.PLAIN}) {
            try (Wire wire = Wire.to("[[exchange]]\nrespond = { status = 200, body = 'ok' }\n")) {
                for (int i = 0; i < 5; i++) {
                    assertThat(wire.response(Wire.get(url + "/" + i)).status()).isEqualTo(200);
                }
                assertThat(wire.dials.get()).isEqualTo(1);
                assertThat(wire.upstream.requests()).hasSize(5);
            }
        }
    }

    @Test
    void sharesNoConnectionBetweenHosts() {
        try (Wire wire = Wire.to("[[exchange]]\nrespond = { status = 200, body = 'ok' }\n")) {
            wire.exchange(Wire.get(Wire.SECURE + "/"));
            wire.exchange(Wire.get(Wire.OTHER + "/"));
            wire.exchange(Wire.get(Wire.SECURE + "/"));
            assertThat(wire.dials.get()).isEqualTo(2);
            assertThat(wire.transport.openSockets()).isEqualTo(2);
        }
    }

    @Test
    void speaksHttp2OverTlsAndHttp1InTheClear() {
        try (Wire wire = Wire.to("[[exchange]]\nrespond = { status = 200 }\n")) {
            wire.exchange(Wire.get(Wire.SECURE + "/"));
            wire.exchange(Wire.get(Wire.PLAIN + "/"));
            assertThat(wire.upstream.requests())
                    .extracting(request -> request.protocol())
                    .containsExactly("HTTP/2", "HTTP/1.1");
        }
    }

    @Test
    void sendsPathAndQueryAsTheyAreWritten() {
        try (Wire wire = Wire.to("[[exchange]]\nrespond = { status = 200 }\n")) {
            for (String origin : new String[] {Wire.SECURE, Wire.PLAIN}) {
                UrlCases.all().filter(UrlCases.UrlCase::isTarget).forEach(urlCase -> {
                    String raw = Wire.target(urlCase.text()).pathAndQuery();
                    HttpResult.Response response = wire.response(Wire.get(origin + raw));
                    assertThat(response.status()).as(raw).isEqualTo(200);
                    int last = wire.upstream.requests().size() - 1;
                    assertThat(wire.upstream.requests().get(last).target()).isEqualTo(raw);
                });
            }
        }
    }
}
