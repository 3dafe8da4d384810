package dev.airlock.runtime.recovery;

import static dev.airlock.runtime.recovery.RecoveryBench.errandsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.effect.Effect;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.runtime.bindings.CredentialRefresh;
import dev.airlock.runtime.recovery.call.ConnectorTarget;
import dev.airlock.runtime.recovery.call.ForwardingTarget;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.call.RecoveryCall.Identity;
import dev.airlock.runtime.recovery.call.StepDeclaration;
import dev.airlock.runtime.recovery.call.Target;
import dev.airlock.runtime.recovery.keys.ArgsHash;
import dev.airlock.runtime.recovery.policy.Backoff;
import dev.airlock.runtime.recovery.policy.CallSource;
import dev.airlock.runtime.recovery.policy.Jitter;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.runtime.recovery.policy.RetryPreset;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.runtime.recovery.store.KeyStore;
import dev.airlock.runtime.recovery.store.sqlite.SqliteRecoveryStore;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.SeenRequests;
import dev.airlock.sandbox.api.Transcript;
import dev.airlock.sandbox.api.Usage;
import dev.airlock.sandbox.evidence.Exchange;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Problems of recovery itself and deliberate ones: calls whose end is lost, failing stores, services with nonsensical requests. */
class RecoveryFaultsTest {
    private static final String OK = "[[exchange]]\nrespond = { status = 200, body = '{}' }\n";
    private static final ObjectNode GET = errandsOf("GET /messages");
    private static final ObjectNode POST = errandsOf("POST /messages");
    private static final String KEY = "order-1234";

    @TempDir
    Path temp;

    /** A call that is cancelled after its request was sent, independent of any clock. */
    private record CancelledInFlight(Target target) implements ForwardingTarget {
        @Override
        public Outcome attempt(Call call) {
            Outcome made = target.attempt(call);
            return new Outcome.Cancelled(SideEffects.NONE, made.usage(), made.transcript());
        }

        @Override
        public Optional<Failure> certainFailure(AuditId auditId) {
            return Optional.empty();
        }
    }

    @Test
    void aCallThatWasCancelledWhenItMayHaveTakenEffectIsNotMadeAgainUnderItsKey() {
        try (RecoveryBench bench = bench(OK)) {
            ConnectorTarget target = bench.errands("");
            Recoveries recoveries = bench.recoveries();

            Result.Cancelled first = (Result.Cancelled) recoveries.run(
                    RecoveryCall.of(new CancelledInFlight(target), POST).as(Identity.ofKey(KEY)));
            Result.Failed second =
                    (Result.Failed) recoveries.run(RecoveryCall.of(target, POST).as(Identity.ofKey(KEY)));

            assertThat(first.effect()).isEqualTo(Effect.UNCERTAIN);
            assertThat(second.failure().details()).containsEntry("key_state", "in_doubt");
            assertThat(bench.upstream.requests()).hasSize(1);
        }
    }

    @Test
    void aCallWhoseFallbackMayHaveTakenEffectIsNotMadeAgainUnderItsKey() {
        try (RecoveryBench bench = bench("""
                [[exchange]]
                match = { host = "api.example.com:443" }
                fault = "connect_refused"
                times = 1
                [[exchange]]
                match = { host = "backup.example.com:443" }
                fault = "reset_after_request"
                """ + OK)) {
            RecoveryCall call = RecoveryCall.of(bench.errands(""), POST)
                    .with(RetryPreset.NONE.policy())
                    .with(StepDeclaration.NONE.orElse(
                            backup(bench), errandsOf("POST+header /messages backup.example.com")))
                    .as(Identity.ofKey(KEY));
            Recoveries recoveries = bench.recoveries();

            Result.Failed first = (Result.Failed) recoveries.run(call);
            Result.Failed second = (Result.Failed) recoveries.run(call);

            assertThat(first.effect()).isEqualTo(Effect.UNCERTAIN);
            assertThat(second.recorded()).isPresent();
            assertThat(second.failure()).isEqualTo(first.failure());
        }
    }

    @Test
    void aStepThatWasLostStaysLostUnderItsKey() {
        try (RecoveryBench bench = bench("[[exchange]]\nfault = \"reset_after_request\"\ntimes = 1\n" + OK)) {
            RecoveryCall call = RecoveryCall.of(bench.errands(""), POST)
                    .with(StepDeclaration.NONE.asOptional())
                    .as(Identity.ofKey(KEY));
            Recoveries recoveries = bench.recoveries();

            Result.Degraded first = (Result.Degraded) recoveries.run(call);
            Result.Degraded second = (Result.Degraded) recoveries.run(call);

            assertThat(second.capability()).isEqualTo(first.capability());
            assertThat(second.outcome().failure()).isEqualTo(first.outcome().failure());
            assertThat(second.attempts()).isEmpty();
            assertThat(bench.upstream.requests()).hasSize(1);
        }
    }

    @Test
    void aFallbackHasOnlyWhatIsLeftOfTheCallsTime() {
        try (RecoveryBench bench = bench("[[exchange]]\nfault = \"connect_refused\"\n")) {
            RetryPolicy slow = RetryPolicy.of(9, Backoff.of(Backoff.Growth.FIXED, Duration.ofSeconds(12)))
                    .withJitter(Jitter.NONE);

            Result.Failed result = (Result.Failed) bench.recoveries()
                    .run(RecoveryCall.of(bench.errands(""), GET)
                            .with(slow)
                            .with(StepDeclaration.NONE.orElse(
                                    backup(bench), errandsOf("GET /messages backup.example.com"))));

            assertThat(result.failure().details()).containsEntry("fallback_class", "network_error");
            assertThat(result.attempts()).hasSize(4);
            assertThat(bench.time.elapsed()).isEqualTo(Duration.ofSeconds(24));
        }
    }

    @Test
    void thereIsNoFallbackWhenTheCallsTimeIsUsedUp() {
        try (RecoveryBench bench = bench("[[exchange]]\nrespond = { status = 401, body = '{}' }\n" + OK)) {
            RecoveryHandler slow = new RecoveryHandler() {
                @Override
                public CredentialRefresh.Result refreshCredential(Incident incident) {
                    bench.time.advance(Duration.ofMinutes(1));
                    return new CredentialRefresh.Result.Refused();
                }
            };

            Result result = bench.recoveries(slow)
                    .run(RecoveryCall.of(bench.errands(""), GET).with(StepDeclaration.NONE.orElse(backup(bench), GET)));

            assertThat(result).isInstanceOf(Result.Failed.class);
            assertThat(bench.trace.text()).contains("suppressed: fallback", "The call's time is used up.");
        }
    }

    @Test
    void aRenewalThatTakesTheCallsTimeIsTheEndAndSaysSo() {
        try (RecoveryBench bench = bench("[[exchange]]\nrespond = { status = 401, body = '{}' }\ntimes = 1\n" + OK)) {
            RecoveryHandler slow = new RecoveryHandler() {
                @Override
                public CredentialRefresh.Result refreshCredential(Incident incident) {
                    bench.time.advance(Duration.ofMillis(29_999));
                    return new CredentialRefresh.Result.Fresh();
                }
            };

            Result.Failed result = (Result.Failed) bench.recoveries(slow).run(RecoveryCall.of(bench.errands(""), GET));

            assertThat(result.failure().details())
                    .containsEntry("status", 401L)
                    .containsEntry(
                            "not_retried",
                            "The credential was renewed, and the call has 0.0 s left, too little for another attempt."
                                    + " Call again.");
            assertThat(bench.trace.text()).contains("gave_up: The credential was renewed");
            assertThat(bench.upstream.requests()).hasSize(1);
        }
    }

    @Test
    void soIsABindingThatAPersonMakesTooLate() {
        try (RecoveryBench bench = bench(OK)) {
            RecoveryHandler slow = new RecoveryHandler() {
                @Override
                public boolean askUser(Incident incident) {
                    bench.time.advance(Duration.ofMinutes(10));
                    return true;
                }
            };

            Result.Failed late = (Result.Failed) bench.recoveries(slow)
                    .run(RecoveryCall.of(new Unbound(bench.errands(""), new AtomicInteger()), GET));

            assertThat(late.failure().failureClass()).isEqualTo(FailureClass.BINDING_REQUIRED);
            assertThat(late.failure().details().get("not_retried"))
                    .asString()
                    .startsWith("The binding was renewed, and the call has 0 s left");
            assertThat(bench.upstream.requests()).isEmpty();
        }
    }

    @Test
    void aBindingThatAPersonMakesInTimeLetsTheCallPass() {
        try (RecoveryBench bench = bench(OK)) {
            RecoveryHandler quick = new RecoveryHandler() {
                @Override
                public boolean askUser(Incident incident) {
                    bench.time.advance(Duration.ofSeconds(5));
                    return true;
                }
            };

            assertThat(bench.recoveries(quick)
                            .run(RecoveryCall.of(new Unbound(bench.errands(""), new AtomicInteger()), GET)))
                    .isInstanceOf(Result.Succeeded.class);
            assertThat(bench.upstream.requests()).hasSize(1);
        }
    }

    /** A connector whose binding is missing in the first attempt. */
    private record Unbound(Target target, AtomicInteger attempts) implements ForwardingTarget {
        @Override
        public Outcome attempt(Call call) {
            return attempts.getAndIncrement() > 0
                    ? target.attempt(call)
                    : new Outcome.Failed(
                            Failure.bindingRequired(
                                    call.auditId(), connector(), "bearer", "Run `airlock binding setup DIR`."),
                            Usage.none(0),
                            Transcript.EMPTY);
        }

        @Override
        public Optional<Failure> certainFailure(AuditId auditId) {
            return Optional.empty();
        }
    }

    @Test
    void soIsAPreconditionWhoseRefreshDoes() {
        try (RecoveryBench bench = bench("[[exchange]]\nrespond = { status = 412, body = '{}' }\ntimes = 1\n" + OK)) {
            StepDeclaration step = StepDeclaration.NONE.refreshedBy(() -> {
                bench.time.advance(Duration.ofHours(1));
                return Optional.of(GET);
            });

            Result.Failed result = (Result.Failed) bench.recoveries()
                    .run(RecoveryCall.of(bench.errands(""), GET).with(step));

            assertThat(result.failure().details().get("not_retried"))
                    .asString()
                    .startsWith("The precondition was renewed, and the call has 0 s left");
            assertThat(bench.upstream.requests()).hasSize(1);
        }
    }

    @Test
    void aKeyThatBecomesFreeTooLateIsLeftFree() {
        try (RecoveryBench bench = bench(OK)) {
            ConnectorTarget target = bench.errands("");
            KeyStore.Key key = new KeyStore.Key("local", target.connector(), target.op(), KEY);
            bench.store
                    .keys()
                    .claim(
                            key,
                            new KeyStore.Claimant(
                                    "audit-1",
                                    ArgsHash.of(POST),
                                    bench.time.now().plusSeconds(60)),
                            bench.time.now());
            bench.time.at(Duration.ofMillis(29_840), () -> {
                bench.store.keys().release(key, "audit-1");
                bench.time.advance(Duration.ofMillis(100));
            });
            Recoveries recoveries = bench.recoveries();
            RecoveryCall call = RecoveryCall.of(target, POST).as(Identity.ofKey(KEY));

            Result.Failed late = (Result.Failed) recoveries.run(call);

            assertThat(late.failure().details())
                    .containsEntry("limit", "wall_time")
                    .containsEntry("key_state", "running");
            assertThat(bench.upstream.requests()).isEmpty();
            assertThat(recoveries.run(call)).isInstanceOf(Result.Succeeded.class);
        }
    }

    @Test
    void eachAttemptHasAnAuditIdOfItsOwnTime() {
        try (RecoveryBench bench = bench("[[exchange]]\nrespond = { status = 500, body = '{}' }\ntimes = 1\n" + OK)) {
            Result.Succeeded result =
                    (Result.Succeeded) bench.recoveries().run(RecoveryCall.of(bench.errands(""), GET));

            assertThat(result.attempts())
                    .extracting(attempt -> attempt.auditId().value())
                    .isSorted()
                    .doesNotHaveDuplicates()
                    .allSatisfy(id -> assertThat(UUID.fromString(id.substring("audit-".length()))
                                    .version())
                            .isEqualTo(7));
        }
    }

    @Test
    void aHostThatStallsUntilItsCallsAreOverOpensItsCircuit() {
        try (RecoveryBench bench = bench("[[exchange]]\nfault = \"stall\"\n")) {
            RecoveryCall call = RecoveryCall.of(bench.errands("[limits]\nwall_time = \"400ms\"\n"), GET);
            Recoveries recoveries = bench.recoveries();
            for (int i = 0; i < 5; i++) {
                assertThat(((Result.Failed) recoveries.run(call)).failure().details())
                        .containsEntry("limit", "wall_time");
            }

            assertThat(((Result.Failed) recoveries.run(call)).failure().details())
                    .containsEntry("circuit", "open");
            assertThat(bench.upstream.requests()).hasSize(5);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-5", "Sat, 28 Nov 2020 12:00:00 GMT", "soon", "1e9", "0x10"})
    void aPauseThatIsNoneOrNonsenseIsThePolicys(String retryAfter) {
        try (RecoveryBench bench = bench(after(retryAfter) + OK)) {
            Result.Succeeded result = (Result.Succeeded) bench.recoveries()
                    .run(RecoveryCall.of(bench.errands(""), GET).from(CallSource.FOREGROUND));

            assertThat(result.attempts()).hasSize(2);
            assertThat(result.attempts().get(1).delay()).isBetween(Duration.ofSeconds(1), Duration.ofMillis(1_200));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"99999999999999999999", "31", "Fri, 31 Dec 9999 23:59:59 GMT"})
    void aPauseThatDoesNotFitSurfacesAtOnce(String retryAfter) {
        try (RecoveryBench bench = bench(after(retryAfter) + OK)) {
            Result.Failed result = (Result.Failed) bench.recoveries()
                    .run(RecoveryCall.of(bench.errands(""), GET).from(CallSource.FOREGROUND));

            assertThat(result.attempts()).hasSize(1);
            assertThat(result.failure().details().get("not_retried")).asString().startsWith("The service asks to wait");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "FALSE", " False "})
    void theServicesWordAgainstARetryCountsInAnyCase(String word) {
        try (RecoveryBench bench = bench("[[exchange]]\nrespond = { status = 503, headers = { X-SHOULD-Retry = \""
                + word + "\" }, body = '{}' }\n" + OK)) {
            Result result = bench.recoveries()
                    .run(RecoveryCall.of(bench.errands(""), GET).from(CallSource.FOREGROUND));

            assertThat(result).isInstanceOf(Result.Failed.class);
            assertThat(bench.upstream.requests()).hasSize(1);
        }
    }

    @Test
    void aKeyThatOnlySomeRequestsBearIsNoReasonToRepeatTheOthers() {
        try (RecoveryBench bench =
                bench("[[exchange]]\nmatch = { path = \"/b\" }\nfault = \"reset_after_request\"\n" + OK)) {
            Result.Failed result = (Result.Failed) bench.recoveries()
                    .run(RecoveryCall.of(bench.errands(""), errandsOf("POST+header /a", "POST /b"))
                            .from(CallSource.FOREGROUND));

            assertThat(result.attempts()).hasSize(1);
            assertThat(result.effect()).isEqualTo(Effect.UNCERTAIN);
            assertThat(result.failure().retriable()).isFalse();
        }
    }

    @Test
    void aFailureIsReturnedEvenIfNobodyCanBeTold() {
        SqliteRecoveryStore closed = SqliteRecoveryStore.open(temp.resolve("closed.db"));
        closed.close();
        try (RecoveryBench bench = bench("[[exchange]]\nrespond = { status = 403, body = '{}' }\n")) {
            Result.Failed result = (Result.Failed) bench.recoveries(new ReviewQueue(closed.reviews(), bench.time))
                    .run(RecoveryCall.of(bench.errands(""), POST).as(Identity.ofKey(KEY)));

            assertThat(result.failure().details()).containsEntry("status", 403L);
            assertThat(result.review()).isEmpty();
            assertThat(bench.trace.text()).contains("no review was created");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "{}",
                "{\"output\":3}",
                "{\"failure\":7}",
                "{\"failure\":\"{}\"}",
                "{\"output\":{},\"errors\":[],\"fallback\":{}}"
            })
    void aRecordThatIsDamagedLeavesTheCallInDoubt(String damaged) {
        try (RecoveryBench bench = bench(OK)) {
            ConnectorTarget target = bench.errands("");
            KeyStore.Key key = new KeyStore.Key("local", target.connector(), target.op(), KEY);
            bench.store
                    .keys()
                    .claim(
                            key,
                            new KeyStore.Claimant("audit-1", ArgsHash.of(POST), bench.time.now()),
                            bench.time.now());
            bench.store.keys().finish(key, "audit-1", damaged);

            Result.Failed result = (Result.Failed)
                    bench.recoveries().run(RecoveryCall.of(target, POST).as(Identity.ofKey(KEY)));

            assertThat(result.failure().details()).containsEntry("key_state", "in_doubt");
            assertThat(bench.upstream.requests()).isEmpty();
        }
    }

    @Test
    void anExchangeThatWasBegunAndIsNotToldOfMayHaveDoneAnything() {
        Exchange read = new Exchange(
                new Exchange.RequestLine("GET", UrlScheme.HTTPS, "api.example.com:443", "/"),
                1,
                0,
                Optional.empty(),
                new Exchange.Delivery(true, Set.of(), false, Optional.empty(), 0, 0, 0, 0),
                new Exchange.Answered(200, "", ""));
        Transcript told = new Transcript(List.of(), "", List.of(read), Map.of());

        assertThat(SeenRequests.of(new Outcome.Cancelled(SideEffects.NONE, exchanges(1), told))
                        .repeatable())
                .isTrue();
        assertThat(SeenRequests.of(new Outcome.Cancelled(SideEffects.NONE, exchanges(2), told))
                        .repeatable())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "order\n17", "\u0000", "order\u007f"})
    void whatCannotBeAKeyIsRefused(String text) {
        assertThatThrownBy(() -> Identity.ofKey(text)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Identity.ofKey("k".repeat(Identity.LONGEST_KEY + 1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Usage exchanges(long count) {
        return new Usage(0, 0, 0, OptionalLong.empty(), 0, 0, 0, 0, count, 0, 0);
    }

    private static String after(String retryAfter) {
        return "[[exchange]]\nrespond = { status = 503, headers = { Retry-After = \"" + retryAfter
                + "\" }, body = '{}' }\ntimes = 1\n";
    }

    private static ConnectorTarget backup(RecoveryBench bench) {
        return bench.errands("local://tests/backup", "backup.example.com:443", "");
    }

    private RecoveryBench bench(String script) {
        return new RecoveryBench(temp, script);
    }
}
