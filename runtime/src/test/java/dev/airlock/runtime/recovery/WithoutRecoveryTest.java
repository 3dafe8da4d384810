package dev.airlock.runtime.recovery;

import static dev.airlock.runtime.recovery.RecoveryBench.errandsOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.text.Details;
import dev.airlock.runtime.bindings.CredentialRefresh;
import dev.airlock.runtime.recovery.call.ConnectorTarget;
import dev.airlock.runtime.recovery.call.ForwardingTarget;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.call.Target;
import dev.airlock.runtime.recovery.journal.Journal;
import dev.airlock.runtime.recovery.time.RandomSource;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A call without recovery at a service that rejects its token, over real sockets; no provider renews the token. */
class WithoutRecoveryTest {
    private static final String REFUSED = "[[exchange]]\nrespond = { status = 401, body = '{}' }\n";
    private static final String REFUSED_ONCE = REFUSED + "times = 1\n";
    private static final String OK = "[[exchange]]\nrespond = { status = 200, body = '{}' }\n";
    private static final String BINDING = "oauth2/errands/default";
    private static final ObjectNode POST = errandsOf("POST /messages");

    @TempDir
    Path temp;

    private final List<String> told = new ArrayList<>();
    private int renewals;
    private CredentialRefresh.Result renewal = new CredentialRefresh.Result.Fresh();

    @Test
    void renewsOnceAndMakesTheCallOnceMore() {
        try (RecoveryBench bench = new RecoveryBench(temp, REFUSED_ONCE + OK)) {
            assertThat(run(bench, bench.errands(""), POST, Duration.ZERO)).isInstanceOf(Outcome.Succeeded.class);
            assertThat(renewals).isEqualTo(1);
            assertThat(bench.upstream.requests()).hasSize(2);
            assertThat(told).containsExactly("failure_classified", "recovery_chosen", "retry_started");
        }
    }

    @Test
    void aSecondRefusalIsTheEndAndTellsOfBoth() {
        try (RecoveryBench bench = new RecoveryBench(temp, REFUSED)) {
            Outcome.Failed failed = (Outcome.Failed) run(bench, bench.errands(""), POST, Duration.ZERO);

            assertThat(failed.failure().details()).containsEntry("status", 401L).containsEntry("retried", 1L);
            assertThat((List<?>) failed.failure().details().get("attempts")).hasSize(2);
            assertThat(renewals).isEqualTo(1);
            assertThat(bench.upstream.requests()).hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 403, 429, 500, 503})
    void nothingElseIsRepeated(int status) {
        String script = "[[exchange]]\nrespond = { status = " + status + ", body = '{}' }\ntimes = 1\n" + OK;
        try (RecoveryBench bench = new RecoveryBench(temp, script)) {
            assertThat(run(bench, bench.errands(""), POST, Duration.ZERO)).isInstanceOf(Outcome.Failed.class);
            assertThat(renewals).isZero();
            assertThat(bench.upstream.requests()).hasSize(1);
            assertThat(told).isEmpty();
        }
    }

    @Test
    void aCallThatDidSomethingBeforeItWasRefusedIsNotRepeated() {
        String script = "[[exchange]]\nmatch = { path = \"/b\" }\nrespond = { status = 401, body = '{}' }\n" + OK;
        try (RecoveryBench bench = new RecoveryBench(temp, script)) {
            ObjectNode both = errandsOf("POST /a", "POST /b");
            assertThat(run(bench, bench.errands(""), both, Duration.ZERO)).isInstanceOf(Outcome.Failed.class);
            assertThat(renewals).isZero();
            assertThat(bench.seen()).containsExactly("POST /a", "POST /b");

            ObjectNode read = errandsOf("GET /a", "POST /b");
            assertThat(run(bench, bench.errands(""), read, Duration.ZERO)).isInstanceOf(Outcome.Failed.class);
            assertThat(renewals).isEqualTo(1);
        }
    }

    @Test
    void aCallThatIsDeclaredNotToBeIdempotentIsNotRepeated() {
        try (RecoveryBench bench = new RecoveryBench(temp, REFUSED_ONCE + OK)) {
            ConnectorTarget target = bench.errands("[connector.idempotency]\ndefault = \"not_idempotent\"\n");
            assertThat(run(bench, target, POST, Duration.ZERO)).isInstanceOf(Outcome.Failed.class);
            assertThat(renewals).isZero();
            assertThat(bench.upstream.requests()).hasSize(1);
        }
    }

    @Test
    void aRenewalThatTakesTheCallsTimeIsTheEndAndSaysSo() {
        try (RecoveryBench bench = new RecoveryBench(temp, REFUSED_ONCE + OK)) {
            Outcome.Failed failed = (Outcome.Failed) run(bench, bench.errands(""), POST, Duration.ofMillis(29_950));

            assertThat(failed.failure().details().get("not_retried"))
                    .asString()
                    .contains("The credential was renewed", "too little for another attempt", "Call again.");
            assertThat(bench.upstream.requests()).hasSize(1);
            assertThat(told).endsWith("gave_up");
        }
    }

    @Test
    void aRenewalThatNobodyAnsweredIsNoReasonToBindAnew() {
        renewal = new CredentialRefresh.Result.Failed("the token endpoint answered 503");
        try (RecoveryBench bench = new RecoveryBench(temp, REFUSED_ONCE + OK)) {
            Outcome.Failed failed = (Outcome.Failed) run(bench, bench.errands(""), POST, Duration.ZERO);

            assertThat(failed.failure().failureClass()).isEqualTo(FailureClass.BINDING_FAILED);
            assertThat(failed.failure().retriable()).isTrue();
            assertThat(failed.failure().message())
                    .contains("could not be renewed: the token endpoint answered 503.", "Try again; if it fails again")
                    .doesNotContain("bind a new one");
            assertThat(failed.failure().details())
                    .containsEntry("binding", BINDING)
                    .containsEntry("status", 401L)
                    .containsEntry("effect", "none");
            assertThat(bench.upstream.requests()).hasSize(1);
            assertThat(told).endsWith("gave_up");
        }
    }

    @Test
    void aRenewalThatTheProviderRefusedIs() {
        renewal = new CredentialRefresh.Result.Refused();
        try (RecoveryBench bench = new RecoveryBench(temp, REFUSED_ONCE + OK)) {
            Outcome.Failed failed = (Outcome.Failed) run(bench, bench.errands(""), POST, Duration.ZERO);

            assertThat(failed.failure().failureClass()).isEqualTo(FailureClass.EXTERNAL_API_ERROR);
            assertThat(failed.failure().retriable()).isFalse();
            assertThat(failed.failure().message()).contains("bind a new one");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nothingIsRenewedForAConnectorThatIsNoLongerTrusted(boolean recovers) {
        AtomicBoolean distrusted = new AtomicBoolean();
        try (RecoveryBench bench = new RecoveryBench(temp, REFUSED_ONCE + OK)) {
            ConnectorTarget loaded = bench.errands("");
            ConnectorTarget looked = new ConnectorTarget(
                    bench.sandbox,
                    loaded.loaded(),
                    loaded.op(),
                    bench.breakers,
                    id -> distrusted.get()
                            ? Optional.of(Failure.signatureFailure(id, loaded.connector(), "No key.", "Next."))
                            : Optional.empty());
            Target target = new Distrusted(new Bound(looked), distrusted);

            Outcome.Failed failed = (Outcome.Failed) run(bench, target, recovers, POST, Duration.ZERO);

            assertThat(failed.failure().failureClass()).isEqualTo(FailureClass.SIGNATURE_FAILURE);
            assertThat((List<?>) failed.failure().details().get("attempts")).hasSize(2);
            assertThat(renewals).isZero();
            assertThat(bench.upstream.requests()).hasSize(1);
        }
    }

    /** A connector whose key is removed while an attempt runs. */
    private record Distrusted(Target target, AtomicBoolean now) implements ForwardingTarget {
        @Override
        public Outcome attempt(Call call) {
            Outcome made = target.attempt(call);
            now.set(true);
            return made;
        }
    }

    private Outcome run(RecoveryBench bench, ConnectorTarget real, ObjectNode args, Duration renewalTakes) {
        return run(bench, new Bound(real), false, args, renewalTakes);
    }

    private Outcome run(RecoveryBench bench, Target target, boolean recovers, ObjectNode args, Duration renewalTakes) {
        CredentialRefresh refresh = new CredentialRefresh() {
            @Override
            public boolean canRefresh(String binding) {
                return binding.equals(BINDING);
            }

            @Override
            public Result refresh(String binding, Instant started, Duration atMost, Cancellation cancellation) {
                renewals++;
                bench.time.advance(renewalTakes);
                return renewal;
            }
        };
        RecoveryEngine engine = new RecoveryEngine(
                bench.time, RandomSource.secure(), new CredentialRenewal(refresh, RecoveryHandler.NOBODY));
        RecoveryCall call = RecoveryCall.of(target, args);
        return engine.run(
                        recovers ? call : call.withoutRecovery(),
                        Journal.none().and(event -> told.add(event.wireName())))
                .outcome();
    }

    /** A connector whose failures name the binding, as those of a connector with a bound credential do. */
    private record Bound(Target target) implements ForwardingTarget {
        @Override
        public Outcome attempt(Call call) {
            Outcome made = target.attempt(call);
            return made instanceof Outcome.Failed failed
                    ? new Outcome.Failed(bound(failed.failure()), failed.usage(), failed.transcript())
                    : made;
        }

        /** Returns the same answer to a request with a credential. */
        private static Failure bound(Failure failure) {
            return failure.cause() instanceof Cause.Answered answered
                    ? Failure.externalApiError(
                                    failure.auditId(),
                                    new Cause.Answered(
                                            answered.status(), answered.host(), "", Optional.of(BINDING), "", ""),
                                    failure.message(),
                                    "",
                                    "",
                                    Details.none())
                            .withSideEffects(failure.sideEffects())
                    : failure;
        }
    }
}
