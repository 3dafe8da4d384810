package dev.airlock.sandbox.host.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.sandbox.evidence.Exchange.KeyPlace;
import dev.airlock.sandbox.evidence.IdempotencyKey;
import dev.airlock.sandbox.host.net.message.HttpHeader;
import dev.airlock.sandbox.host.net.message.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvidenceOnTheWireTest {
    private static final String KEY = "0f8fad5b-d9cb-469f-a165-70867728950e";
    private static final String OK =
            "[[exchange]]\nrespond = { status = 429, headers = { Retry-After = '7', x-should-retry = 'false' }, body = 'slow' }\n";

    @Test
    void saysWhatWasAskedOfWhomAndWhatCameOfIt() {
        try (Wire wire = Wire.to(OK)) {
            CallScope scope = Wire.call(20_000);
            wire.transport.exchange(scope, Wire.post(Wire.PLAIN + "/v1/items?token=abc&page=2", "hello"));
            Exchange exchange = scope.evidence().last().orElseThrow();
            assertThat(exchange.request())
                    .isEqualTo(new Exchange.RequestLine(
                            "POST", UrlScheme.HTTP, "plain.example.com:80", "/v1/items?token=…&page=…"));
            assertThat(exchange.result()).isEqualTo(new Exchange.Answered(429, "7", "false"));
            Exchange.Delivery delivery = exchange.delivery();
            assertThat(delivery.sent()).isTrue();
            assertThat(delivery.address()).contains("127.0.0.1");
            assertThat(delivery.bytesOut()).isEqualTo(5);
            assertThat(delivery.bytesIn()).isEqualTo(4);
            assertThat(delivery.startedMillis()).isBetween(0L, 20_000L);
            assertThat(delivery.millis()).isBetween(0L, 20_000L);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/, X-Request-Id, none, none, ''",
        "/, Idempotency-Key, " + KEY + ", none, HEADER",
        "/, X-Client-Id, 'id=" + KEY + "', none, HEADER",
        "/items/" + KEY + ", X-A, b, none, URL",
        "/?id=0f8fad5b%2Dd9cb%2D469f%2Da165%2D70867728950e, X-A, b, none, URL",
        "/, X-A, b, '{\"client_msg_id\":\"" + KEY + "\"}', BODY",
        "/?id=" + KEY + ", idempotency-key, " + KEY + ", '" + KEY + "', HEADER URL BODY",
    })
    void seesTheCallsIdempotencyKeyWhereverItGoes(
            String target, String header, String value, String body, String places) {
        try (Wire wire = Wire.to(OK)) {
            CallScope scope = Wire.call(20_000);
            scope.evidence().lookFor(IdempotencyKey.of(KEY));
            wire.transport.exchange(
                    scope,
                    new HttpRequest(
                            "POST",
                            Wire.target(Wire.PLAIN + target),
                            List.of(new HttpHeader(header, value)),
                            Optional.of(body.getBytes(StandardCharsets.UTF_8)),
                            1 << 20,
                            false));
            Exchange.Delivery delivery = scope.evidence().last().orElseThrow().delivery();
            Set<String> expected = places.isEmpty() ? Set.of() : Set.of(places.split(" "));
            assertThat(delivery.keyIn()).extracting(KeyPlace::name).containsExactlyInAnyOrderElementsOf(expected);
            assertThat(delivery.keyHeader()).isEqualTo(header.equalsIgnoreCase("Idempotency-Key"));
        }
    }

    @Test
    void saysThatNothingWasSentWhereNobodyListens() {
        try (Wire wire = Wire.to("[[exchange]]\nfault = \"connect_refused\"\n")) {
            CallScope scope = Wire.call(20_000);
            wire.transport.exchange(scope, Wire.post(Wire.PLAIN + "/", "hello"));
            Exchange.Delivery delivery = scope.evidence().last().orElseThrow().delivery();
            assertThat(delivery.sent()).isFalse();
            assertThat(delivery.bytesOut()).isZero();
            assertThat(delivery.address()).contains("127.0.0.1");
        }
    }

    @Test
    void knowsTheAddressOfAConnectionThatIsUsedAgain() {
        try (Wire wire = Wire.to(OK)) {
            CallScope scope = Wire.call(20_000);
            wire.transport.exchange(scope, Wire.get(Wire.SECURE + "/"));
            wire.transport.exchange(scope, Wire.get(Wire.SECURE + "/"));
            assertThat(wire.dials).hasValue(1);
            assertThat(scope.evidence().all())
                    .hasSize(2)
                    .allSatisfy(exchange ->
                            assertThat(exchange.delivery().address()).contains("127.0.0.1"));
        }
    }

    @Test
    void takesSecretsOutOfTheRecordedUrl() {
        try (Wire wire = Wire.to(OK)) {
            CallScope scope = Wire.call(20_000);
            scope.evidence().scrubWith(text -> text.replace("s3cret-token", "[redacted]"));
            wire.transport.exchange(scope, Wire.get(Wire.PLAIN + "/hooks/s3cret-token"));
            assertThat(scope.evidence().last().orElseThrow().request().target()).isEqualTo("/hooks/[redacted]");
        }
    }
}
