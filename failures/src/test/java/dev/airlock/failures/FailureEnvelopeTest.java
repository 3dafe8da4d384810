package dev.airlock.failures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.failures.effect.SideEffects;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FailureEnvelopeTest {
    private static final String ENVELOPE = """
            {"error":{"class":"network_error","message":"m","retriable":true,"boundary":"external",\
            "audit_id":"audit-01234567-89ab-cdef-0123-456789abcdef","details":{"kind":"dns"}}}""";

    static Stream<Failure> failures() {
        return SampleFailures.all();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void whatIsWrittenIsReadBackEqual(Failure failure) throws MalformedJsonException {
        String json = FailureEnvelope.write(failure);

        assertThat(FailureEnvelope.read(json)).isEqualTo(failure);
        assertThat(FailureEnvelope.write(FailureEnvelope.read(json))).isEqualTo(json);
    }

    @Test
    void theSamplesCoverEveryLiveClass() {
        assertThat(SampleFailures.all().map(Failure::failureClass))
                .containsAll(Stream.of(FailureClass.values())
                        .filter(c -> !c.reserved())
                        .toList());
    }

    @Test
    void detailsOfEveryKindSurvive() throws MalformedJsonException {
        Failure failure = SampleFailures.network()
                .withDetail("text", "ü \u0000 \ud800 \"\\")
                .withDetail("long", Long.MAX_VALUE)
                .withDetail("double", 1e300)
                .withDetail("whole double", 2.0)
                .withDetail("flag", false)
                .withDetail("nested", List.of(Map.of("a", List.of(1, 2.5, "x")), List.of(), Map.of()));

        assertThat(FailureEnvelope.read(FailureEnvelope.write(failure))).isEqualTo(failure);
    }

    static Stream<Arguments> strangers() {
        return Stream.of(
                row("an unknown class", "network_error", "rate_limited"),
                row("a class in another case", "network_error", "Network_Error"),
                row("a reserved class", "network_error", "approval_denied"),
                row("a class at a foreign boundary", "network_error", "hash_mismatch"),
                row("an unknown boundary", "\"external\"", "\"upstream\""),
                row("the reserved boundary", "\"external\"", "\"user\""),
                row("an unknown field", "\"details\":", "\"hint\":1,\"details\":"),
                row("a missing field", "\"message\":\"m\",", ""),
                row("a field in another case", "\"message\"", "\"Message\""),
                row("a message that is no text", "\"m\"", "7"),
                row("a retriable that is no boolean", "true", "\"true\""),
                row("details that are no object", "{\"kind\":\"dns\"}", "[]"),
                row("details that hold a null", "\"dns\"", "null"),
                row("details that hold an endless number", "\"dns\"", "1e400"),
                row("an audit id of another form", "audit-0", "0"),
                row("a class that is no text", "\"network_error\"", "null"),
                row("a second field beside error", "}}}", "}},\"usage\":{}}"),
                row("no error", "\"error\"", "\"errors\""),
                row("an error that is no object", ENVELOPE, "{\"error\":\"x\"}"),
                row("no object", ENVELOPE, "[" + ENVELOPE + "]"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("strangers")
    void whatIsNotAnEnvelopeIsRefused(String name, String part, String stranger) {
        assertThat(ENVELOPE).contains(part);

        assertThatThrownBy(() -> FailureEnvelope.read(ENVELOPE.replace(part, stranger)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aTerminalClassThatSaysItIsRetriableIsRefused() {
        String json =
                FailureEnvelope.write(SampleFailures.denied(Boundary.SANDBOX)).replace("false", "true");

        assertThatThrownBy(() -> FailureEnvelope.read(json)).hasMessageContaining("never retriable");
    }

    @Test
    void anEnvelopeOfBeforeEffectsWereToldIsReadWithTheGravestThatItAllows() throws MalformedJsonException {
        assertThat(FailureEnvelope.read(ENVELOPE).sideEffects()).isEqualTo(SideEffects.UNKNOWN);
        assertThat(FailureEnvelope.read(ENVELOPE.replace("\"dns\"", "\"dns\",\"request_sent\":false"))
                        .sideEffects())
                .isEqualTo(SideEffects.NONE);
    }

    @Test
    void anEffectOutsideTheClosedSetIsRefused() {
        assertThatThrownBy(() -> FailureEnvelope.read(ENVELOPE.replace("\"dns\"", "\"dns\",\"effect\":\"some\"")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsNotJsonIsRefusedAsThat() {
        assertThatThrownBy(() -> FailureEnvelope.read("{")).isInstanceOf(MalformedJsonException.class);
        assertThatThrownBy(() -> FailureEnvelope.read(ENVELOPE + ENVELOPE)).isInstanceOf(MalformedJsonException.class);
    }

    @Test
    void anAdministrativeErrorHasItsFourFields() throws MalformedJsonException {
        AdministrativeError error = new AdministrativeError(
                "configuration", "The manifest has 2 problems.", List.of("line 1: …", "line 2: …"), "req-1");

        assertThat(error.write()).isEqualTo("""
                        {"error":{"code":"configuration","message":"The manifest has 2 problems.",\
                        "details":{"problems":["line 1: …","line 2: …"]},"request_id":"req-1"}}""");
        assertThat(StrictJson.read(new AdministrativeError("usage", "m", List.of(), "r").write())
                        .at("/error/details"))
                .isEmpty();
    }

    @Test
    void anAdministrativeCodeIsInSnakeCase() {
        for (String bad : List.of("", "Usage", "bad code", "_x", "x_", "a__b", "ümlaut")) {
            assertThatThrownBy(() -> new AdministrativeError(bad, "m", List.of(), "r"))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static Arguments row(Object... values) {
        return Arguments.of(values);
    }
}
