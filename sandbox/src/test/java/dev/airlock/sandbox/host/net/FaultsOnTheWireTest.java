package dev.airlock.sandbox.host.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultsOnTheWireTest {
    @ParameterizedTest
    @CsvSource({
        "dns, DNS, the name does not resolve, false",
        "connect_refused, CONNECT_REFUSED, it refused the connection, false",
        "tls, TLS, the TLS handshake failed: it did not complete it, false",
        "certificate_expired, TLS, the TLS handshake failed: its certificate has expired, false",
        "wrong_host, TLS, the TLS handshake failed: its certificate is for another name, false",
        "self_signed, TLS, the TLS handshake failed: its certificate is not trusted, false",
        "stall, TIMEOUT, waiting for its answer took longer than 300 ms, true",
        "1xx_storm, TIMEOUT, waiting for its answer took longer than 300 ms, true",
        "stall_after_headers, TIMEOUT, waiting for more of its answer took longer than 300 ms, true",
        "drip, TIMEOUT, waiting for more of its answer took longer than 300 ms, true",
        "reset, RESET, the connection broke off before it answered, true",
        "reset_after_request, RESET, the connection broke off before it answered, true",
        "http2_reset, RESET, the connection broke off before it answered, true",
        "http2_goaway, RESET, the connection broke off before it answered, true",
    })
    void tellsEachFaultOverTlsAndHttp2(String fault, NetworkFailureKind kind, String words, boolean sent) {
        try (Wire wire = Wire.to(
                "[[exchange]]\nmatch = { host = \"api.example.com:443\" }\nfault = \"" + fault + "\"\n",
                Wire.each(300))) {
            assertFails(wire, Wire.SECURE + "/", new Exchange.Broken(kind, "api.example.com:443: " + words), sent);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "dns, DNS, the name does not resolve, false",
        "connect_refused, CONNECT_REFUSED, it refused the connection, false",
        "stall, TIMEOUT, waiting for its answer took longer than 300 ms, true",
        "1xx_storm, TIMEOUT, waiting for its answer took longer than 300 ms, true",
        "stall_after_headers, TIMEOUT, waiting for more of its answer took longer than 300 ms, true",
        "drip, TIMEOUT, waiting for more of its answer took longer than 300 ms, true",
        "reset, RESET, the connection broke off before it answered, true",
        "reset_after_request, RESET, the connection broke off before it answered, true",
        "http2_reset, RESET, the connection broke off before it answered, true",
        "malformed, PROTOCOL, 'what it answered is not valid HTTP, or does not decode', true",
        "bad_chunk, PROTOCOL, 'what it answered is not valid HTTP, or does not decode', true",
    })
    void tellsEachFaultInTheClear(String fault, NetworkFailureKind kind, String words, boolean sent) {
        try (Wire wire = Wire.to(
                "[[exchange]]\nmatch = { host = \"plain.example.com:80\" }\nfault = \"" + fault + "\"\n",
                Wire.each(300))) {
            assertFails(wire, Wire.PLAIN + "/", new Exchange.Broken(kind, "plain.example.com:80: " + words), sent);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "malformed, https://api.example.com/", "bad_chunk, https://api.example.com/",
        "header_flood, http://plain.example.com/", "endless_headers, http://plain.example.com/",
        "header_flood, https://api.example.com/", "endless_headers, https://api.example.com/",
    })
    void endsWithAFailureOfSomeKind(String fault, String url) {
        try (Wire wire = Wire.to("[[exchange]]\nfault = \"" + fault + "\"\n", Wire.each(1_000))) {
            assertThat(wire.failure(Wire.get(url)).kind())
                    .isIn(NetworkFailureKind.PROTOCOL, NetworkFailureKind.RESET, NetworkFailureKind.TIMEOUT);
        }
    }

    @Test
    void connectsAfreshAfterAReset() {
        try (Wire wire = Wire.to("""
                [[exchange]]
                match = { path = "/reset" }
                fault = "reset"
                [[exchange]]
                respond = { status = 200, body = 'ok' }
                """)) {
            assertThat(wire.response(Wire.get(Wire.PLAIN + "/")).status()).isEqualTo(200);
            assertThat(wire.failure(Wire.get(Wire.PLAIN + "/reset")).kind()).isEqualTo(NetworkFailureKind.RESET);
            int before = wire.dials.get();
            assertThat(wire.response(Wire.get(Wire.PLAIN + "/")).status()).isEqualTo(200);
            assertThat(wire.dials.get()).isEqualTo(before + 1);
        }
    }

    private static void assertFails(Wire wire, String url, Exchange.Broken broken, boolean sent) {
        CallScope scope = Wire.call(20_000);
        HttpResult result = wire.transport.exchange(scope, Wire.post(url, "x"));
        assertThat(result).isEqualTo(new HttpResult.Failed(broken));
        assertThat(scope.evidence().all()).singleElement().satisfies(exchange -> {
            assertThat(exchange.method()).isEqualTo("POST");
            assertThat(exchange.host()).isEqualTo(Wire.target(url).address().toString());
            assertThat(exchange.result()).isEqualTo(broken);
            assertThat(exchange.delivery().sent()).isEqualTo(sent);
        });
        assertThat(scope.evidence().requestSent()).isEqualTo(sent);
        assertThat(wire.transport.exchangesUnderWay()).isZero();
        assertThat(wire.transport.openSockets()).isZero();
    }
}
