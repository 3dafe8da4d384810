package dev.airlock.conformance.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.conformance.session.Observation;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.Reason;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.text.Details;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.Transcript;
import dev.airlock.sandbox.api.Usage;
import dev.airlock.upstreams.RecordedRequest;
import dev.airlock.upstreams.script.Body;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CallComparisonTest {
    private static final ObjectNode NONE = JsonNodeFactory.instance.objectNode();

    @Test
    void findsNoDifferenceInTwoEqualCalls() {
        assertThat(CallComparison.difference(success("a", 5, "x"), success("a", 5, "x")))
                .isEmpty();
        assertThat(CallComparison.difference(failure(Reason.TRAP, 5), failure(Reason.TRAP, 5)))
                .isEmpty();
    }

    @Test
    void findsAnotherResult() {
        assertThat(CallComparison.difference(success("a", 5, "x"), success("b", 5, "x"))
                        .orElseThrow())
                .startsWith("the result");
        assertThat(CallComparison.difference(success("a", 5, "x"), failure(Reason.TRAP, 5))
                        .orElseThrow())
                .contains("one ended with a success, the other with connector_runtime_error: it went wrong");
        assertThat(CallComparison.difference(failure(Reason.EXIT, 5), failure(Reason.TRAP, 5)))
                .isPresent();
    }

    @Test
    void findsAnotherRequest() {
        assertThat(CallComparison.difference(success("a", 5, "x"), success("a", 5, "y")))
                .hasValue("the requests that were sent");
    }

    @Test
    void findsOtherFuelWhereItIsExact() {
        assertThat(CallComparison.difference(success("a", 5, "x"), success("a", 6, "x")))
                .hasValue("fuel: 5 and 6");
        assertThat(CallComparison.difference(failure(Reason.REPORTED, 5), failure(Reason.REPORTED, 6)))
                .isPresent();
        assertThat(CallComparison.difference(failure(Reason.TRAP, 5), failure(Reason.TRAP, 6)))
                .isEmpty();
        assertThat(CallComparison.difference(stopped(5), stopped(6))).isEmpty();
    }

    private static Observation success(String word, long fuel, String body) {
        RecordedRequest request = new RecordedRequest(
                1, "HTTP/1.1", "https", "POST", "a.example", "/", Map.of(), Body.of(body), OptionalInt.empty(), true);
        return new Observation(
                "make",
                NONE,
                new Outcome.Succeeded(
                        JsonNodeFactory.instance.objectNode().put("word", word),
                        List.of(),
                        usage(fuel),
                        Transcript.EMPTY),
                List.of(request));
    }

    private static Observation failure(Reason reason, long fuel) {
        return failed(Failure.connectorRuntimeError(AuditId.random(), reason, "it went wrong", Details.none()), fuel);
    }

    private static Observation stopped(long fuel) {
        return failed(Failure.resourceLimitExceeded(AuditId.random(), LimitName.WALL_TIME, 1, 2), fuel);
    }

    private static Observation failed(Failure failure, long fuel) {
        return new Observation("make", NONE, new Outcome.Failed(failure, usage(fuel), Transcript.EMPTY), List.of());
    }

    private static Usage usage(long fuel) {
        return new Usage(fuel, 0, 0, OptionalLong.empty(), 0, 0, 0, 0, 0, 0, 0);
    }
}
