package dev.airlock.sandbox.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.sandbox.call.Traffic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvidenceTest {
    private final Evidence evidence = new Evidence();

    @Test
    void theLastExchangeIsTheOneThatEndedLast() {
        assertThat(evidence.last()).isEmpty();
        Exchange first = answered(200);
        Exchange second = new Exchange("POST", "b:2", new Exchange.Broken(NetworkFailureKind.DNS, "m"));

        evidence.add(first);
        evidence.add(second);

        assertThat(evidence.last()).contains(second);
        assertThat(evidence.all()).containsExactly(first, second);
    }

    @Test
    void aRequestThatWentOutStaysOut() {
        assertThat(evidence.requestSent()).isFalse();

        evidence.requestGoesOut();
        evidence.add(answered(500));

        assertThat(evidence.requestSent()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"100,false", "200,false", "399,false", "400,true", "404,true", "503,true"})
    void anAnswerFailedFrom400Upwards(int status, boolean failed) {
        assertThat(answered(status).failed()).isEqualTo(failed);
    }

    @Test
    void aBrokenExchangeFailed() {
        assertThat(new Exchange("GET", "a:1", new Exchange.Broken(NetworkFailureKind.TLS, "m")).failed())
                .isTrue();
    }

    @Test
    void trafficAddsUp() {
        Traffic traffic = new Traffic();

        assertThat(traffic.countHostCall()).isEqualTo(1);
        assertThat(traffic.countHostCall()).isEqualTo(2);
        assertThat(traffic.countExchange()).isEqualTo(1);
        traffic.countIn(5);
        traffic.countIn(6);
        traffic.countOut(7);

        assertThat(traffic.hostCalls()).isEqualTo(2);
        assertThat(traffic.exchanges()).isEqualTo(1);
        assertThat(traffic.bytesIn()).isEqualTo(11);
        assertThat(traffic.bytesOut()).isEqualTo(7);
    }

    private static Exchange answered(int status) {
        return new Exchange("GET", "a:1", new Exchange.Answered(status, "", ""));
    }
}
