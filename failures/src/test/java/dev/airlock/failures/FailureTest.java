package dev.airlock.failures;

import static dev.airlock.failures.SampleFailures.ID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.failures.effect.Effect;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.failures.limit.BeforeLimit;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.limit.WaitedFor;
import dev.airlock.failures.limit.WallTimeIn;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.failures.text.Details;
import dev.airlock.formats.json.MalformedJsonException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailureTest {
    @Test
    void aDenialSaysWhatWasAskedForWhatIsGrantedAndWhatToPaste() {
        assertThat(envelope(SampleFailures.denied(Boundary.SANDBOX))).isEqualTo("""
                        {"error":{"class":"capability_denied",\
                        "message":"The connector asked for https://evil.example:443. Granted: slack.com:443. \
                        To allow it: hosts = [\\"slack.com:443\\", \\"evil.example:443\\"]",\
                        "retriable":false,"boundary":"sandbox","audit_id":"audit-01234567-89ab-cdef-0123-456789abcdef",\
                        "details":{"requested":"evil.example:443","granted":["slack.com:443"],\
                        "fix":"hosts = [\\"slack.com:443\\", \\"evil.example:443\\"]",\
                        "effect":"none","request_sent":false}}}""");
    }

    @Test
    void aDenialThatNothingCanLiftSaysSo() {
        Failure failure = Failure.capabilityDenied(
                ID, Boundary.SANDBOX, new Denial("The connector used the method TRACE", "TRACE", List.of(), ""));

        assertThat(failure.message())
                .isEqualTo(
                        "The connector used the method TRACE. Nothing of that kind is granted. No grant can allow it.");
    }

    @Test
    void aDenialShowsNothingThatAGuestHidInItsRequest() {
        Denial denial =
                new Denial("asked for \u202Eevil\u0007\n name", "a\u202E".repeat(600), List.of(), "x = 1\ny = 2");

        assertThat(denial.what()).isEqualTo("asked for evil name");
        assertThat(denial.requested()).isEqualTo("a".repeat(499) + "…");
        assertThat(denial.fix()).as("exact to the character").isEqualTo("x = 1\ny = 2");
    }

    @Test
    void aMissingBindingSaysHowToBindOne() {
        assertThat(envelope(Failure.bindingRequired(ID, "local://a/b", "api_key", "Run `airlock bind local://a/b`.")))
                .isEqualTo("""
                        {"error":{"class":"binding_required",\
                        "message":"local://a/b needs a credential of kind api_key, and none is bound. \
                        Run `airlock bind local://a/b`.",\
                        "retriable":false,"boundary":"runtime","audit_id":"audit-01234567-89ab-cdef-0123-456789abcdef",\
                        "details":{"kind":"api_key","suggestion":"Run `airlock bind local://a/b`.",\
                        "effect":"none","request_sent":false}}}""");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFailedBindingIsRetriableByItsCause(boolean retriable) {
        assertThat(envelope(Failure.bindingFailed(
                        ID,
                        "local://a/b",
                        new Cause.BindingRefused("oauth2", Optional.empty()),
                        "It was revoked.",
                        "Rebind it.",
                        retriable)))
                .isEqualTo("""
                        {"error":{"class":"binding_failed",\
                        "message":"The credential of kind oauth2 that is bound for local://a/b cannot be used. \
                        It was revoked. Rebind it.",\
                        "retriable":%s,"boundary":"runtime","audit_id":"audit-01234567-89ab-cdef-0123-456789abcdef",\
                        "details":{"kind":"oauth2","suggestion":"Rebind it.",\
                        "effect":"none","request_sent":false}}}""".formatted(retriable));
    }

    @Test
    void anExceededLimitGivesTheLimitTheAmountAndTheNextStep() {
        assertThat(envelope(Failure.resourceLimitExceeded(ID, LimitName.MEMORY, 64 << 20, 65 << 20)))
                .isEqualTo("""
                        {"error":{"class":"resource_limit_exceeded",\
                        "message":"The connector needs 65 MiB of memory and may have 64 MiB. \
                        Make the connector do less in one call, or raise `memory` under [limits] in the manifest.",\
                        "retriable":false,"boundary":"sandbox","audit_id":"audit-01234567-89ab-cdef-0123-456789abcdef",\
                        "details":{"limit":"memory","configured":67108864,"used":68157440,\
                        "effect":"none","request_sent":false}}}""");
    }

    @Test
    void aRuntimeErrorHasItsReasonFirst() {
        assertThat(envelope(
                        Failure.connectorRuntimeError(ID, new Cause.Exited(4294967295L), "It exited.", Details.none())))
                .isEqualTo("""
                        {"error":{"class":"connector_runtime_error","message":"It exited.",\
                        "retriable":false,"boundary":"sandbox","audit_id":"audit-01234567-89ab-cdef-0123-456789abcdef",\
                        "details":{"reason":"exit","exit_code":4294967295,\
                        "effect":"none","request_sent":false}}}""");
    }

    @Test
    void aNetworkErrorIsRetriableAndSaysWhetherARequestWentOut() {
        assertThat(envelope(SampleFailures.network())).isEqualTo("""
                        {"error":{"class":"network_error","message":"The name slack.com did not resolve. Nothing was sent. \
                        Check that the service can be reached, then try again.",\
                        "retriable":true,"boundary":"external","audit_id":"audit-01234567-89ab-cdef-0123-456789abcdef",\
                        "details":{"kind":"dns","host":"slack.com:443","effect":"none","request_sent":false}}}""");
    }

    @Test
    void anApiErrorHasItsStatus() {
        assertThat(envelope(SampleFailures.api(401))).isEqualTo("""
                        {"error":{"class":"external_api_error","message":"slack.com:443 answered 401. Try again later.",\
                        "retriable":false,"boundary":"external","audit_id":"audit-01234567-89ab-cdef-0123-456789abcdef",\
                        "details":{"status":401,"host":"slack.com:443","effect":"repeatable","request_sent":true,\
                        "idempotency_key":"key-0123456789"}}}""");
    }

    @Test
    void aHashMismatchShowsBothHashes() {
        assertThat(envelope(
                        Failure.hashMismatch(ID, "local://a/b@1.0.0", "sha256:aa", "sha256:bb", "Install it again.")))
                .isEqualTo("""
                        {"error":{"class":"hash_mismatch",\
                        "message":"local://a/b@1.0.0 does not match its pin: its hash is sha256:bb, and sha256:aa is \
                        required. Install it again.",\
                        "retriable":false,"boundary":"runtime","audit_id":"audit-01234567-89ab-cdef-0123-456789abcdef",\
                        "details":{"subject":"local://a/b@1.0.0","expected":"sha256:aa","actual":"sha256:bb",\
                        "effect":"none","request_sent":false}}}""");
    }

    @Test
    void aHashMismatchOfWhatIsGoneSaysSo() {
        assertThat(Failure.hashMismatch(ID, "local://a/b@1.0.0", "sha256:aa", "none", "Install it again.")
                        .message())
                .isEqualTo("local://a/b@1.0.0 is missing; sha256:aa was pinned. Install it again.");
    }

    @Test
    void aSignatureFailureSaysWhatIsWrongWithIt() {
        assertThat(envelope(Failure.signatureFailure(ID, "local://a/b@1.0.0", "The key is unknown.", "Add the key.")))
                .isEqualTo("""
                        {"error":{"class":"signature_failure",\
                        "message":"local://a/b@1.0.0 is not verified. The key is unknown. Add the key.",\
                        "retriable":false,"boundary":"runtime","audit_id":"audit-01234567-89ab-cdef-0123-456789abcdef",\
                        "details":{"subject":"local://a/b@1.0.0",\
                        "effect":"none","request_sent":false}}}""");
    }

    @ParameterizedTest
    @CsvSource({
        "200,false", "302,false", "400,false", "401,false", "408,false", "409,false", "412,false", "425,false",
        "428,false", "429,true", "430,false", "499,false", "500,true", "501,false", "502,true", "503,true",
        "504,true", "505,false", "506,true", "529,true", "599,true", "600,true", "999,true"
    })
    void onlyATransientStatusIsRetriable(int status, boolean retriable) {
        assertThat(SampleFailures.api(status).retriable()).isEqualTo(retriable);
        assertThat(Failure.isTransient(status)).isEqualTo(retriable);
    }

    @ParameterizedTest
    @EnumSource(LimitName.class)
    void everyLimitHasAMessageWithBothAmountsAndItsManifestKey(LimitName limit) {
        Failure failure = Failure.resourceLimitExceeded(ID, limit, 123, 456);

        assertThat(failure.message()).contains("123", "`" + limit.wireName() + "` under [limits] in the manifest.");
        if (limit != LimitName.STACK) {
            assertThat(failure.message()).contains("456");
        }
        assertThat(failure.details()).containsEntry("limit", limit.wireName());
        assertThat(failure.details().containsKey("aspect"))
                .isEqualTo(!limit.aspect().isEmpty());
        assertThat(LimitName.ofWireName(limit.wireName())).contains(limit);
    }

    @ParameterizedTest
    @CsvSource({
        "MEMORY, 1048576, 1 MiB",
        "MEMORY, 65536, 64 KiB",
        "MEMORY, 1025, 1025 bytes",
        "MEMORY, 0, 0 bytes",
        "WALL_TIME, 30000, 30 s",
        "WALL_TIME, 250, 250 ms",
        "FUEL, 1000000000, 1000000000 units",
        "EXCHANGES, 50, 50"
    })
    void amountsAreReadInTheirUnit(LimitName limit, long amount, String text) {
        assertThat(Failure.resourceLimitExceeded(ID, limit, amount, amount).message())
                .contains(" " + text);
    }

    @ParameterizedTest
    @EnumSource(WallTimeIn.class)
    void aLimitOnTimeSaysWhereTheTimeWent(WallTimeIn place) {
        Failure failure = SampleFailures.late(place);

        assertThat(failure.details()).containsEntry("wall_time_in", place.wireName());
        assertThat(WallTimeIn.ofWireName(place.wireName())).contains(place);
        assertThat(failure.message())
                .startsWith("The call was stopped after 2.001 s; it may take 2 s. ")
                .contains("`wall_time` under [limits] in the manifest");
        assertThat(failure.retriable()).isFalse();
    }

    @Test
    void aBusyHostIsNobodyElsesFaultAndSaysWhatIsInUseAndWhatToRaise() {
        Failure failure = SampleFailures.busy();

        assertThat(failure.message())
                .isEqualTo(
                        "The host is busy: connectors may take 256 MiB of memory together, 256 MiB of it is in use, and no more"
                                + " was freed within 2000 ms. Make the call again when fewer calls run, or give connectors more"
                                + " memory: a larger heap for the JVM (`-Xmx`; they share half of it), or a larger `memoryBudget` where"
                                + " Airlock is embedded.");
        assertThat(failure.retriable()).isTrue();
        assertThat(failure.boundary()).isEqualTo(Boundary.RUNTIME);
        assertThat(failure.httpStatus()).isEqualTo(503);
        assertThat(failure.details())
                .containsEntry("limit", "host_busy")
                .containsEntry("configured", 256L << 20)
                .containsEntry("used", (255L << 20) + 1)
                .containsEntry("waited", Map.of("for", "memory", "ms", 2_000L));
    }

    @Test
    void aBusyHostIsNotToBeAskedAgainWhereTheCallMayHaveChangedSomething() {
        Failure failure = SampleFailures.busy()
                .withSideEffects(new SideEffects(Effect.UNCERTAIN, true, Optional.of("key-0123456789")));

        assertThat(failure.retriable()).isFalse();
    }

    @Test
    void aHostThatIsTooSmallIsToBeGivenMoreAndNoLimitIsToBeRaised() {
        Failure failure = Failure.hostTooSmall(SampleFailures.ID, LimitName.MEMORY, 64L << 20, 100L << 20);

        assertThat(failure.message())
                .startsWith(
                        "The connector needs 100 MiB of memory, and the host has 64 MiB for all calls and loads together.")
                .contains("-Xmx", "memoryBudget")
                .doesNotContain("[limits]");
        assertThat(failure.retriable()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(WaitedFor.class)
    void aLimitAfterAWaitNamesTheWaitAndNotTheLimitToRaise(WaitedFor what) {
        Failure failure = SampleFailures.afterAWait(what);

        assertThat(failure.details()).containsEntry("waited", Map.of("for", what.wireName(), "ms", 1_990L));
        assertThat(failure.message())
                .contains("It waited 1990 ms " + what.phrase() + ". " + what.next())
                .doesNotContain("raise");
    }

    @Test
    void aLimitAfterARefusedGrowthNamesTheOtherLimitFirst() {
        Failure failure = Failure.resourceLimitExceeded(
                ID, LimitName.FUEL, 10, 11, SampleFailures.afterRefusal(LimitName.FUEL, LimitName.MEMORY));

        assertThat(failure.message())
                .isEqualTo(
                        "The call used 11 units of fuel and may use 10 units. It was refused growth before: the connector"
                                + " needs 20 bytes of memory and may have 10 bytes. Raise `memory` under [limits] in the manifest; if"
                                + " the call still reaches this limit, make the connector do less in one call, or raise `fuel` too.");
        assertThat(SampleFailures.afterRefusal(LimitName.MEMORY, LimitName.MEMORY))
                .isEqualTo(BeforeLimit.NOTHING);
    }

    @Test
    void aMomentInATextIsAWholeSecondAndNoneBeforeIt() {
        Instant noon = Instant.parse("2026-11-29T12:00:00Z");

        assertThat(new Cause.CircuitOpen("a:1", OptionalInt.empty(), noon).shownRetryAt())
                .isEqualTo(noon);
        assertThat(new Cause.CircuitOpen("a:1", OptionalInt.empty(), noon.plusNanos(1)).shownRetryAt())
                .isEqualTo(noon.plusSeconds(1));
    }

    @ParameterizedTest
    @MethodSource("waysToALimit")
    void theWayToALimitIsReadBackAsItWasTold(BeforeLimit before) throws MalformedJsonException {
        for (Failure failure : List.of(
                Failure.resourceLimitExceeded(ID, LimitName.FUEL, 10, 11, before),
                Failure.callersTimeUp(ID, Duration.ofMillis(10), Duration.ofMillis(11), before))) {
            Cause read = FailureEnvelope.read(FailureEnvelope.write(failure)).cause();

            assertThat(read).isEqualTo(failure.cause());
            assertThat(((Cause.LimitReached) read).before()).isEqualTo(before);
        }
    }

    static Stream<BeforeLimit> waysToALimit() {
        return Stream.of(
                        Stream.of(BeforeLimit.NOTHING, SampleFailures.afterRefusal(LimitName.FUEL, LimitName.MEMORY)),
                        Arrays.stream(WallTimeIn.values())
                                .map(place -> new BeforeLimit(Optional.of(place), Optional.empty(), Optional.empty())),
                        Arrays.stream(WaitedFor.values())
                                .map(what -> new BeforeLimit(
                                        Optional.of(WallTimeIn.HOST),
                                        Optional.empty(),
                                        Optional.of(new BeforeLimit.Waited(what, 1_990)))))
                .flatMap(ways -> ways);
    }

    @Test
    void aCallersTimeThatWentByInAWaitNamesTheWait() {
        BeforeLimit.Waited waited = new BeforeLimit.Waited(WaitedFor.STATE_OF_ANOTHER_PROCESS, 1_990);

        assertThat(Failure.callersTimeUp(
                                ID,
                                Duration.ofMillis(2_000),
                                Duration.ofMillis(2_001),
                                new BeforeLimit(Optional.of(WallTimeIn.HOST), Optional.empty(), Optional.of(waited)))
                        .message())
                .isEqualTo(
                        "It was stopped after 2.001 s; its caller allowed 2 s. It waited 1990 ms for its state, which another"
                                + " process locks. Make the call again when that process has released the state.");
    }

    @Test
    void timesOfOneMessageAreInOneUnit() {
        assertThat(Failure.resourceLimitExceeded(ID, LimitName.WALL_TIME, 1_000, 1_037)
                        .message())
                .startsWith("The call was stopped after 1.037 s; it may take 1 s. ");
        assertThat(Failure.resourceLimitExceeded(ID, LimitName.COMPILE, 20_000, 30_000)
                        .message())
                .startsWith("Loading was stopped after 30 s; it may take 20 s. ");
        assertThat(Failure.resourceLimitExceeded(ID, LimitName.WALL_TIME, 250, 2_000)
                        .message())
                .startsWith("The call was stopped after 2000 ms; it may take 250 ms. ");
    }

    @Test
    void whatMayHaveChangedStandsBetweenWhatHappenedAndWhatToDo() {
        SideEffects uncertain = new SideEffects(Effect.UNCERTAIN, true, Optional.of("key-0123456789"));

        assertThat(Failure.resourceLimitExceeded(ID, LimitName.WALL_TIME, 1_000, 1_500)
                        .withSideEffects(uncertain)
                        .message())
                .isEqualTo(
                        "The call was stopped after 1.5 s; it may take 1 s."
                                + " A request was sent, so it may have taken effect; check before you repeat it."
                                + " Make the connector do less in one call, or raise `wall_time` under [limits] in the manifest.");
        assertThat(SampleFailures.denied(Boundary.SANDBOX)
                        .withSideEffects(uncertain)
                        .message())
                .contains("check before you repeat it. To allow it: hosts")
                .endsWith("\"evil.example:443\"]");
    }

    @Test
    void whatMayHaveTakenEffectIsNeverRetriableAndProposesNoRepetition() {
        Failure failure = Failure.externalApiError(
                        ID,
                        Cause.Answered.of(503, "a:443"),
                        "a:443 answered 503.",
                        "Try again later.",
                        "Try again later.",
                        Details.none())
                .withSideEffects(new SideEffects(Effect.UNCERTAIN, true, Optional.of("key-0123456789")));

        assertThat(failure.retriable()).isFalse();
        assertThat(failure.message() + failure.details()).doesNotContain("Try again");
        assertThat(failure.details())
                .containsEntry("effect", "uncertain")
                .containsEntry("request_sent", true)
                .containsEntry("idempotency_key", "key-0123456789");
    }

    @Test
    void aNetworkErrorThatTheServiceDeclinedSaysThatNothingChanged() {
        Failure failure =
                SampleFailures.network().withSideEffects(new SideEffects(Effect.NONE, true, Optional.empty()));

        assertThat(failure.message()).contains("declined the request, so nothing changed");
        assertThat(failure.retriable()).isTrue();
    }

    @Test
    void aKeyThatHoldsASecretIsRedacted() {
        Failure failure = SampleFailures.network().withSideEffects(SideEffects.none("canary-5f2d9c81"));

        assertThat(failure.redactedBy(Redactor.of(List.of("canary-5f2d9c81")))
                        .sideEffects()
                        .idempotencyKey())
                .contains(Redactor.MARK);
    }

    @Test
    void theGraverOfTwoEffectsCountsAndWhatWasDoneElsewhereIsUncertain() {
        SideEffects none = SideEffects.none("key-0123456789");
        SideEffects repeatable = new SideEffects(Effect.REPEATABLE, true, Optional.of("another-key"));

        assertThat(none.and(repeatable))
                .isEqualTo(new SideEffects(Effect.REPEATABLE, true, Optional.of("key-0123456789")));
        assertThat(none.andElsewhere(repeatable).effect()).isEqualTo(Effect.UNCERTAIN);
        assertThat(repeatable.andElsewhere(none)).isEqualTo(repeatable);
        assertThat(none.under("another")).isEqualTo(none);
    }

    @Test
    void aDetailIsAddedOnlyWhereThereIsNone() {
        Failure failure = SampleFailures.api(503);

        Failure more = failure.withDetail("retried", 3).withDetail("retried", 9).withDetail("status", 200);

        assertThat(more.details()).containsEntry("retried", 3L).containsEntry("status", 503L);
        assertThat(failure.details()).doesNotContainKey("retried");
        assertThat(more.message()).isEqualTo(failure.message());
        assertThat(more.retriable()).isEqualTo(failure.retriable());
    }

    @Test
    void notRetriedOnlyNarrows() {
        Failure retriable = SampleFailures.network();
        Failure terminal = SampleFailures.api(404);

        assertThat(retriable.notRetried("Nothing was retried.")).satisfies(narrowed -> {
            assertThat(narrowed.retriable()).isFalse();
            assertThat(narrowed.message()).isEqualTo(retriable.message() + " Nothing was retried.");
            assertThat(narrowed.failureClass()).isEqualTo(retriable.failureClass());
            assertThat(narrowed.boundary()).isEqualTo(retriable.boundary());
            assertThat(narrowed.auditId()).isEqualTo(retriable.auditId());
            assertThat(narrowed.details()).isEqualTo(retriable.details());
        });
        assertThat(terminal.notRetried("Nothing was retried.").retriable()).isFalse();
    }

    @Test
    void redactionCoversTheMessageAndEveryTextInTheDetails() {
        String canary = "canary-5f2d9c81";
        Failure failure = Failure.connectorRuntimeError(
                ID,
                Reason.REPORTED,
                "It said " + canary + ".",
                Details.none()
                        .put("text", canary)
                        .put("list", List.of("a", List.of(canary)))
                        .put("map", Map.of("key", Map.of(canary, "x", "y", List.of(canary))))
                        .put("number", 7)
                        .put("flag", true));

        Failure redacted = failure.redactedBy(Redactor.of(List.of(canary)));

        assertThat(envelope(redacted)).doesNotContain(canary).contains(Redactor.MARK);
        assertThat(redacted.message()).isEqualTo("It said [redacted].");
        assertThat(redacted.details())
                .containsEntry("reason", "reported")
                .containsEntry("number", 7L)
                .containsEntry("flag", true);
        assertThat(failure.redactedBy(Redactor.ofNothing())).isEqualTo(failure);
    }

    @Test
    void detailsCannotBeChangedFromOutside() {
        Map<String, Object> details = SampleFailures.denied(Boundary.ACTION).details();
        List<?> granted = (List<?>) Objects.requireNonNull(details.get("granted"));

        assertThatThrownBy(() -> details.put("x", "y")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> granted.remove(0)).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void onlyJsonValuesAreDetails() {
        for (Object value : List.of(new Object(), Double.NaN, Double.POSITIVE_INFINITY, List.of(new Object()), 'c')) {
            assertThatThrownBy(() -> Details.none().put("key", value)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(SampleFailures.network().withDetail("x", 1.5).details()).containsEntry("x", 1.5);
    }

    @Test
    void wholeNumbersAreEqualWhateverTheirType() {
        assertThat(SampleFailures.network().withDetail("n", 3))
                .isEqualTo(SampleFailures.network().withDetail("n", 3L));
    }

    @Test
    void failuresThatDifferAreNotEqual() {
        Failure failure = SampleFailures.api(503);

        assertThat(failure)
                .isEqualTo(SampleFailures.api(503))
                .hasSameHashCodeAs(SampleFailures.api(503))
                .isNotEqualTo(SampleFailures.api(502))
                .isNotEqualTo(failure.withDetail("retried", 1))
                .isNotEqualTo(failure.notRetried("No."))
                .isNotEqualTo(SampleFailures.network());
        assertThat(failure.toString())
                .startsWith("external_api_error (audit-01234567")
                .endsWith(
                        "answered 503. The call can be repeated safely under the same idempotency key. Try again later.");
    }

    @Test
    void anAuditIdIsAPrefixAndAUuid() {
        assertThat(AuditId.random().value()).matches("audit-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
        assertThat(AuditId.random()).isNotEqualTo(AuditId.random());
        assertThat(ID).hasToString("audit-01234567-89ab-cdef-0123-456789abcdef");
        for (String bad : List.of(
                "",
                "audit-",
                "01234567-89ab-cdef-0123-456789abcdef",
                "audit-7f3e",
                ID + "\n",
                "audit-01234567-89AB-cdef-0123-456789abcdef")) {
            assertThatThrownBy(() -> new AuditId(bad)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static String envelope(Failure failure) {
        return FailureEnvelope.write(failure);
    }
}
