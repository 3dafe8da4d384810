package dev.airlock.conformance.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.upstreams.script.Body;
import dev.airlock.upstreams.script.Fault;
import dev.airlock.upstreams.script.RuleAnswer;
import dev.airlock.upstreams.script.ScriptedResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TrialFaultTest {
    private static final ScriptedResponse USUAL = new ScriptedResponse(200, Map.of(), Body.of("{\"id\":1}"));

    @Test
    void tryEveryFaultThereIs() {
        Stream<Fault> tried = TrialFault.AT_THE_SERVICE.stream()
                .map(fault -> fault.instead().of(new RuleAnswer.Respond(USUAL)))
                .filter(RuleAnswer.Break.class::isInstance)
                .map(answer -> ((RuleAnswer.Break) answer).fault());

        assertThat(Stream.concat(tried, TrialFault.connecting().stream()))
                .containsExactlyInAnyOrderElementsOf(Arrays.asList(Fault.values()));
    }

    @Test
    void answerWithTheStatusesOfAServiceInTrouble() {
        assertThat(TrialFault.AT_THE_SERVICE.stream()
                        .map(fault -> fault.instead().of(new RuleAnswer.Respond(USUAL)))
                        .filter(RuleAnswer.Respond.class::isInstance)
                        .map(answer -> ((RuleAnswer.Respond) answer).response().status()))
                .containsExactly(429, 500, 503);
    }

    @Test
    void areFailuresExceptForARedirectWhichTheConnectorMayFollow() {
        assertThat(TrialFault.AT_THE_SERVICE)
                .filteredOn(fault -> !fault.isFailure())
                .singleElement()
                .satisfies(fault -> assertThat(fault.what()).contains("another place"));
        assertThat(TrialFault.LOST_ANSWERS).allMatch(TrialFault::isFailure);
        assertThat(TrialFault.LASTING).allMatch(TrialFault::isFailure);
    }

    @Test
    void breakTheUsualAnswerWhereItHasABody() {
        TrialFault cut = TrialFault.AT_THE_SERVICE.stream()
                .filter(fault -> fault.instead().of(new RuleAnswer.Respond(USUAL)) instanceof RuleAnswer.Break broken
                        && broken.fault().responds()
                        && broken.fault() != Fault.REDIRECT)
                .findFirst()
                .orElseThrow();
        ScriptedResponse empty = new ScriptedResponse(204, Map.of(), Body.EMPTY);

        assertThat(response(cut, USUAL)).hasValue(USUAL);
        assertThat(response(cut, empty)).isEmpty();
    }

    @Test
    void haveWordsThatDiffer() {
        assertThat(TrialFault.AT_THE_SERVICE)
                .extracting(TrialFault::what)
                .doesNotHaveDuplicates()
                .allMatch(what -> !what.isBlank());
        assertThat(List.of(TrialFault.RESET.what(), TrialFault.STALL.what())).doesNotHaveDuplicates();
    }

    private static Optional<ScriptedResponse> response(TrialFault fault, ScriptedResponse usual) {
        return ((RuleAnswer.Break) fault.instead().of(new RuleAnswer.Respond(usual))).response();
    }
}
