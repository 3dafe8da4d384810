package dev.airlock.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.upstreams.script.Answer;
import dev.airlock.upstreams.script.Body;
import dev.airlock.upstreams.script.Fault;
import dev.airlock.upstreams.script.ScriptedResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MishapTest {
    private static final ScriptedResponse USUAL = new ScriptedResponse(200, Map.of(), Body.of("{\"id\":1}"));

    @Test
    void tryEveryFaultThereIs() {
        Stream<Fault> tried = Mishap.AT_THE_SERVICE.stream()
                .map(mishap -> mishap.instead().of(new Answer.Respond(USUAL)))
                .filter(Answer.Break.class::isInstance)
                .map(answer -> ((Answer.Break) answer).fault());

        assertThat(Stream.concat(tried, Mishap.connecting().stream()))
                .containsExactlyInAnyOrderElementsOf(Arrays.asList(Fault.values()));
    }

    @Test
    void answerWithTheStatusesOfAServiceInTrouble() {
        assertThat(Mishap.AT_THE_SERVICE.stream()
                        .map(mishap -> mishap.instead().of(new Answer.Respond(USUAL)))
                        .filter(Answer.Respond.class::isInstance)
                        .map(answer -> ((Answer.Respond) answer).response().status()))
                .containsExactly(429, 500, 503);
    }

    @Test
    void areFailuresExceptForARedirectWhichTheConnectorMayFollow() {
        assertThat(Mishap.AT_THE_SERVICE)
                .filteredOn(mishap -> !mishap.isFailure())
                .singleElement()
                .satisfies(mishap -> assertThat(mishap.what()).contains("another place"));
        assertThat(Mishap.LOST_ANSWERS).allMatch(Mishap::isFailure);
        assertThat(Mishap.LASTING).allMatch(Mishap::isFailure);
    }

    @Test
    void breakTheUsualAnswerWhereItHasABody() {
        Mishap cut = Mishap.AT_THE_SERVICE.stream()
                .filter(mishap -> mishap.instead().of(new Answer.Respond(USUAL)) instanceof Answer.Break broken
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
        assertThat(Mishap.AT_THE_SERVICE)
                .extracting(Mishap::what)
                .doesNotHaveDuplicates()
                .allMatch(what -> !what.isBlank());
        assertThat(List.of(Mishap.RESET.what(), Mishap.STALL.what())).doesNotHaveDuplicates();
    }

    private static Optional<ScriptedResponse> response(Mishap mishap, ScriptedResponse usual) {
        return ((Answer.Break) mishap.instead().of(new Answer.Respond(usual))).response();
    }
}
