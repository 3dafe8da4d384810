package dev.airlock.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.conformance.session.Observation;
import dev.airlock.conformance.trial.BaselineCall;
import dev.airlock.conformance.trial.CancellationTrial;
import dev.airlock.conformance.trial.DenialTrial;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.Reason;
import dev.airlock.failures.text.Details;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.Transcript;
import dev.airlock.sandbox.api.Usage;
import dev.airlock.upstreams.script.UpstreamScript;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Shows for each guarantee of the host that its check would see a violation. */
class HostKeepsTest {
    private static final ObjectNode NONE = JsonNodeFactory.instance.objectNode();
    private static final BaselineCall CALL =
            new BaselineCall("make", "make", NONE, "k", new UpstreamScript("script", Map.of(), List.of()));
    private static final Outcome SUCCESS = new Outcome.Succeeded(NONE, List.of(), Usage.none(0), Transcript.EMPTY);
    private static final Outcome CANCELLED = Outcome.Cancelled.beforehand(0);

    @Test
    void aCancelledCallIsOverSoon() {
        assertThat(cancelled("during exchange 1", Duration.ofMillis(20), CANCELLED))
                .isEmpty();
        assertThat(cancelled("during exchange 1", Duration.ofSeconds(4), CANCELLED))
                .containsExactly("make, cancelled during exchange 1, went on for 4000 ms.");
    }

    @Test
    void aCancelledCallIsNoSuccess() {
        assertThat(cancelled("during exchange 1", Duration.ofSeconds(1), SUCCESS))
                .containsExactly("make, cancelled during exchange 1, ended with a success.");
        assertThat(cancelled("before it began", Duration.ZERO, SUCCESS)).hasSize(1);
    }

    @Test
    void aCallThatWasOverBeforeIsWhatItWas() {
        assertThat(cancelled("9 ms after it began", Duration.ZERO, SUCCESS)).isEmpty();
        assertThat(cancelled("9 ms after it began", Duration.ofMillis(5), SUCCESS))
                .isEmpty();
    }

    @Test
    void aDenialIsNoSuccessAndNoFailureOfAnotherKind() {
        Failure other = Failure.connectorRuntimeError(AuditId.random(), Reason.TRAP, "it broke", Details.none());

        assertThat(denial(SUCCESS).isDenied()).isFalse();
        assertThat(denial(SUCCESS).describe()).isEqualTo("make: without a credential, the call ended with a success");
        assertThat(denial(new Outcome.Failed(other, Usage.none(0), Transcript.EMPTY))
                        .isDenied())
                .isFalse();
    }

    private static List<String> cancelled(String when, Duration took, Outcome outcome) {
        return new CancellationTrial(CALL, when, took, seen(outcome)).findings();
    }

    private static DenialTrial denial(Outcome outcome) {
        return new DenialTrial(CALL, "a credential", FailureClass.BINDING_REQUIRED, seen(outcome));
    }

    private static Observation seen(Outcome outcome) {
        return new Observation("make", NONE, outcome, List.of());
    }
}
