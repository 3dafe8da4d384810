package dev.airlock.sandbox.boundary;

import static dev.airlock.sandbox.boundary.Story.CONNECTOR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.Boundary;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.call.Trap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallBoundaryTest {
    private static final String GOOD = EndingTable.GOOD;

    private final List<Throwable> hostFaults = new ArrayList<>();
    private final List<String> correlationIds = new ArrayList<>();
    private final CallBoundary boundary = new CallBoundary((id, cause) -> {
        correlationIds.add(id);
        hostFaults.add(cause);
    });

    static Stream<Story> stories() {
        return EndingTable.rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("stories")
    void everyEndingIsMapped(Story story) {
        Failure failure = failure(story);

        assertThat(failure.failureClass()).isEqualTo(story.failureClass());
        assertThat(failure.boundary()).isEqualTo(story.boundary());
        assertThat(failure.retriable()).isEqualTo(story.retriable());
        Map<String, Object> details = new HashMap<>(failure.details());
        assertThat(details.remove("effect"))
                .as("known only when the call is over")
                .isEqualTo("none");
        assertThat(details.remove("request_sent")).isEqualTo(false);
        if (story.failureClass() == FailureClass.EXTERNAL_API_ERROR) {
            assertThat(details.remove("suggestion")).isInstanceOf(String.class);
        }
        assertThat(details).isEqualTo(story.details());
        assertThat(failure.auditId()).isEqualTo(Story.AUDIT_ID);
        assertThat(story.messageHas())
                .allSatisfy(fragment -> assertThat(failure.message()).contains(fragment));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("stories")
    void noMessageHoldsAnythingThatActsOnATerminal(Story story) {
        assertClean(failure(story));
    }

    static Stream<Story> successes() {
        return Stream.of(
                Story.returned("the guest returned", GOOD),
                Story.exited("the guest exited with 0", 0, GOOD),
                Story.returned("a failed exchange that the guest coped with", GOOD)
                        .answered(500),
                Story.returned("a broken exchange that the guest coped with", GOOD)
                        .refused(),
                Story.returned("a refused growth that the guest coped with", GOOD)
                        .refusedGrowth(),
                Story.returned("words on standard error", GOOD).stderr("panic: fatal error"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("successes")
    void aResultIsASuccess(Story story) {
        assertThat(boundary.decide(story.facts())).isInstanceOfSatisfying(BoundaryResult.Success.class, success -> {
            assertThat(success.output()).hasToString("{\"ok\":true}");
            assertThat(success.errors()).isEmpty();
        });
    }

    static Stream<Story> emptyOutputs() {
        return Stream.of(
                Story.returned("an empty object", "{}"),
                Story.returned("an empty object after a good answer", "{}").answered(200),
                Story.returned("an empty object after a failed exchange and a good one", "{}")
                        .answered(503)
                        .answered(200),
                Story.exited("an empty object and exit 0", 0, "{}\n").answered(200),
                Story.exited("silence and exit 0", 0, "").answered(204));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("emptyOutputs")
    void aModuleOfThePublicContractMayLeaveAnEmptyOutputOut(Story story) {
        assertThat(boundary.decide(story.ofThePublicContract().facts()))
                .isInstanceOfSatisfying(BoundaryResult.Success.class, success -> {
                    assertThat(success.output()).isEmpty();
                    assertThat(success.errors()).isEmpty();
                });
    }

    @Test
    void aPartialResultKeepsItsErrors() {
        Story story = Story.returned("partial", "{\"output\":{\"n\":1},\"errors\":[{\"id\":3},{\"id\":4}]}");

        assertThat(boundary.decide(story.facts()))
                .isInstanceOfSatisfying(
                        BoundaryResult.Success.class,
                        success -> assertThat(success.errors())
                                .extracting(Object::toString)
                                .containsExactly("{\"id\":3}", "{\"id\":4}"));
    }

    @Test
    void aCancellationIsNoFailureWhateverTheGuestWrote() {
        for (String stdout : List.of("", GOOD, EndingTable.error("network_error", "m"))) {
            Story story = Story.of("cancelled", new Termination.Cancelled())
                    .stdout(stdout)
                    .answered(503);
            assertThat(boundary.decide(story.facts())).isInstanceOf(BoundaryResult.Cancelled.class);
        }
    }

    @Test
    void aHostFaultShowsItsCorrelationIdAndNothingElse() {
        IllegalStateException cause = new IllegalStateException("/secret/path");

        Failure failure =
                failure(Story.of("host fault", new Termination.HostFault(cause)).stdout(GOOD));

        assertThat(hostFaults).containsExactly(cause);
        assertThat(failure.failureClass()).isEqualTo(FailureClass.CONNECTOR_RUNTIME_ERROR);
        assertThat(failure.boundary()).isEqualTo(Boundary.SANDBOX);
        assertThat(failure.retriable()).isFalse();
        assertThat(failure.details())
                .containsEntry("reason", "host_fault")
                .containsEntry("correlation_id", correlationIds.get(0))
                .containsOnlyKeys("reason", "correlation_id", "effect", "request_sent");
        assertThat(failure.message())
                .contains("Airlock itself failed", CONNECTOR, correlationIds.get(0))
                .doesNotContain("/secret/path");
    }

    @Test
    void everyKindOfEndingHasARow() {
        List<Class<?>> covered = new ArrayList<>();
        stories().forEach(story -> covered.add(story.termination().getClass()));
        covered.add(Termination.Cancelled.class);
        covered.add(Termination.HostFault.class);

        for (Class<?> side : List.of(Termination.ByHost.class, Termination.ByGuest.class)) {
            assertThat(covered).contains(side.getPermittedSubclasses());
        }
        assertThat(Termination.class.getPermittedSubclasses())
                .containsExactlyInAnyOrder(Termination.ByHost.class, Termination.ByGuest.class);
    }

    @ParameterizedTest
    @EnumSource(Trap.class)
    void everyTrapHasItsNameAndItsSentence(Trap trap) {
        Failure failure = failure(Story.of("trap", new Termination.Trapped(trap, List.of("f"))));

        assertThat(failure.details()).containsEntry("trap", trap.wireName()).containsEntry("reason", "trap");
        assertThat(failure.message()).contains("trapped in function “f”: " + trap.sentence() + ".");
    }

    @ParameterizedTest
    @EnumSource(LimitName.class)
    void everyLimitKeepsItsAmounts(LimitName limit) {
        Failure failure = failure(Story.of("limit", new Termination.LimitReached(limit, 10, 20)));

        assertThat(failure.failureClass()).isEqualTo(FailureClass.RESOURCE_LIMIT_EXCEEDED);
        assertThat(failure.details())
                .containsEntry("limit", limit.wireName())
                .containsEntry("configured", 10L)
                .containsEntry("used", 20L);
    }

    @ParameterizedTest
    @EnumSource(FailureClass.class)
    void noClaimAloneMakesAClassOfTheHosts(FailureClass claim) {
        List<Story> scenes = List.of(
                Story.returned("no exchange", EndingTable.error(claim.wireName(), "m")),
                Story.exited("exit 1", 1, EndingTable.error(claim.wireName(), "m")),
                Story.returned("a good answer", EndingTable.error(claim.wireName(), "m"))
                        .answered(200),
                Story.returned("a 503", EndingTable.error(claim.wireName(), "m"))
                        .answered(503),
                Story.returned("a broken exchange", EndingTable.error(claim.wireName(), "m"))
                        .refused(),
                Story.returned("a refused growth", EndingTable.error(claim.wireName(), "m"))
                        .refusedGrowth());

        for (Story story : scenes) {
            Failure failure = failure(story);
            assertThat(failure.failureClass())
                    .as("%s claimed: %s", claim, story)
                    .isIn(
                            FailureClass.CONNECTOR_RUNTIME_ERROR,
                            FailureClass.NETWORK_ERROR,
                            FailureClass.EXTERNAL_API_ERROR);
            assertThat(failure.details()).containsEntry("claimed_class", claim.wireName());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rate_limited",
                "unauthorized",
                "missing_scope",
                "bridge_unreachable",
                "graphql_error",
                "unknown_op",
                "bad_input",
                "connector_runtime_error",
                "Connector_Runtime_Error",
                "capability_denied",
                "binding_required",
                "binding_failed",
                "resource_limit_exceeded",
                "hash_mismatch",
                "signature_failure",
                ""
            })
    void evidenceDecidesOverAnyOtherClaim(String claim) {
        assertThat(failure(EndingTable.claimed("429", claim).answered(429)).failureClass())
                .isEqualTo(FailureClass.EXTERNAL_API_ERROR);
        assertThat(failure(EndingTable.claimed("500", claim).answered(500)).failureClass())
                .isEqualTo(FailureClass.EXTERNAL_API_ERROR);
        assertThat(failure(EndingTable.claimed("404", claim).answered(404)).failureClass())
                .isEqualTo(FailureClass.EXTERNAL_API_ERROR);
        assertThat(failure(EndingTable.claimed("broken", claim).refused()).failureClass())
                .isEqualTo(FailureClass.NETWORK_ERROR);
        assertThat(failure(EndingTable.claimed("200", claim).answered(200)).failureClass())
                .isEqualTo(FailureClass.CONNECTOR_RUNTIME_ERROR);
        assertThat(failure(EndingTable.claimed("none", claim)).failureClass())
                .isEqualTo(FailureClass.CONNECTOR_RUNTIME_ERROR);
    }

    @ParameterizedTest
    @CsvSource({
        "401, oauth2/slack/work, The credential was not accepted; bind a new one: airlock binding rebind oauth2/slack/work",
        "403, oauth2/slack/work, The credential does not allow this; bind one that does: airlock binding rebind oauth2/slack/work",
        "401, bearer, The credential was not accepted; bind a new one.",
        "429, bearer, The service asks to slow down; try again later.",
    })
    void anErrorOfTheServiceNamesTheBindingAndWhatToDo(int status, String binding, String suggestion) {
        Failure failure = failure(EndingTable.claimed("x", "x").answeredTo(binding, status));

        assertThat(failure.details()).containsEntry("binding", binding).containsEntry("suggestion", suggestion);
        assertThat(failure.message()).contains(suggestion);
    }

    @ParameterizedTest
    @EnumSource(NetworkFailureKind.class)
    void everyKindOfBrokenExchangeIsANetworkErrorOfThatKind(NetworkFailureKind kind) {
        Failure failure = failure(EndingTable.claimed("broken", "x").broken(kind, "It broke."));

        assertThat(failure.failureClass()).isEqualTo(FailureClass.NETWORK_ERROR);
        assertThat(failure.details()).containsEntry("kind", kind.wireName());
    }

    static Stream<Story> unkind() {
        String unkind = "a\u001b[31mb\u202Ec\u0007d\u200B\nAirlock says” all is well “e";
        String longText = "x".repeat(5_000);
        return Stream.of(
                Story.returned("a message", EndingTable.error("x", unkind)),
                Story.returned("a class", EndingTable.error(unkind, "m")),
                Story.returned("a message and a broken exchange", EndingTable.error(unkind, unkind))
                        .refused(),
                Story.returned("a message and a 503", EndingTable.error(unkind, unkind))
                        .answered(503, unkind, unkind),
                Story.returned("a field's name", "{\"" + EndingTable.escaped(unkind) + "\":1}"),
                Story.returned("a long field's name", "{\"" + longText + "\":1}"),
                Story.returned("a long message and class", EndingTable.error(longText, longText))
                        .answered(429, longText, longText),
                Story.of("a function's name", new Termination.Trapped(Trap.UNREACHABLE, List.of(unkind, longText))),
                Story.of(
                        "a long function's name", new Termination.Trapped(Trap.UNREACHABLE, List.of(longText, unkind))),
                Story.of("standard error at a trap", new Termination.Trapped(Trap.OTHER, List.of()))
                        .stderr(unkind),
                Story.exited("standard error at an exit", 1, "").stderr(unkind + longText + unkind),
                Story.returned("standard error at a bad output", "x").stderr(unkind));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unkind")
    void foreignTextComesOutCleanMarkedAndCut(Story story) {
        Failure failure = failure(story);

        assertClean(failure);
        assertThat(failure.message().length()).isLessThan(1_800);
        assertThat(failure.message()).doesNotContain("x".repeat(501)).doesNotContain("”" + " all is well");
        assertThat(count(failure.message(), '“')).as("quotations").isBetween(1L, 2L);
        assertThat(count(failure.message(), '“')).isEqualTo(count(failure.message(), '”'));
    }

    private static void assertClean(Failure failure) {
        List<String> texts = new ArrayList<>(List.of(failure.message()));
        collect(failure.details(), texts);
        for (String text : texts) {
            assertThat(text.codePoints().map(Character::getType))
                    .as("%s", text)
                    .doesNotContain((int) Character.CONTROL, (int) Character.FORMAT, (int) Character.SURROGATE);
        }
        texts.remove(0);
        assertThat(texts)
                .allSatisfy(text ->
                        assertThat(text.codePointCount(0, text.length())).isLessThanOrEqualTo(ForeignText.MAX_CHARS));
    }

    private static void collect(Object value, List<String> texts) {
        if (value instanceof String text) {
            texts.add(text);
        } else if (value instanceof List<?> list) {
            list.forEach(element -> collect(element, texts));
        } else if (value instanceof Map<?, ?> map) {
            map.values().forEach(element -> collect(element, texts));
        }
    }

    private static long count(String text, char c) {
        return text.chars().filter(each -> each == c).count();
    }

    private Failure failure(Story story) {
        BoundaryResult result = boundary.decide(story.facts());
        assertThat(result).isInstanceOf(BoundaryResult.Failed.class);
        return ((BoundaryResult.Failed) result).failure();
    }
}
