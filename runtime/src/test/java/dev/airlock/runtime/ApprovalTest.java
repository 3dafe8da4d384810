package dev.airlock.runtime;

import static dev.airlock.runtime.HostedActions.action;
import static dev.airlock.runtime.HostedActions.json;
import static dev.airlock.runtime.HostedActions.post;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import dev.airlock.manifests.actions.Action;
import dev.airlock.runtime.actions.ActionCall;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.actions.Approver;
import dev.airlock.runtime.actions.Approver.Decision;
import dev.airlock.runtime.audit.store.AuditRecord;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.upstreams.ScriptedUpstream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Approval that comes later than the request: approved, declined, too late, no longer needed. */
class ApprovalTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    /** A question, with the future for its answer. */
    private record Question(Approver.Request request, CompletableFuture<Decision> answer) {}

    private final BlockingQueue<Question> desk = new LinkedBlockingQueue<>();
    private final List<String> faults = Collections.synchronizedList(new ArrayList<>());

    @SuppressWarnings("NullAway.Init")
    private ScriptedUpstream upstream;

    @BeforeEach
    void start() throws IOException {
        upstream = HostedActions.upstream(HostedActions.WORKS);
    }

    @AfterEach
    void stop() throws IOException {
        upstream.close();
    }

    @Test
    void anActionRunsOnceSomebodyApprovedItAndTheRecordSaysWho() throws Exception {
        try (Airlock airlock = airlock(this::ask, LONG)) {
            BlockingQueue<String> progress = new LinkedBlockingQueue<>();
            CompletableFuture<ActionOutcome> later =
                    airlock.actionAsync(call().actingFor("agent-7").watchedBy(event -> progress.add(event.message())));
            Question question = asked();

            assertThat(progress.poll(1, TimeUnit.MINUTES)).startsWith("approval was asked for: Run once@1.0.0");

            assertThat(question.request().preview()).startsWith("Run once@1.0.0");
            assertThat(question.request().actor()).isEqualTo("agent-7");
            assertThat(question.request().within()).isEqualTo(LONG);
            assertThat(later.isDone()).isFalse();
            assertThat(upstream.requests()).isEmpty();

            question.answer().complete(Decision.approvedBy("alice"));
            ActionOutcome outcome = later.get(1, TimeUnit.MINUTES);

            assertThat(outcome.outcome()).isInstanceOf(Outcome.Succeeded.class);
            assertThat(record(airlock, outcome, "consent"))
                    .contains("\"what\":\"approval\"", "\"once@1.0.0\"", "\"approved by alice\"");
        }
    }

    @Test
    void anActionThatSomebodyDeclinesIsDeniedAndSaysWho() throws Exception {
        try (Airlock airlock =
                airlock(request -> CompletableFuture.completedFuture(Decision.declinedBy("bob\u202e")), LONG)) {
            ActionOutcome outcome = airlock.action(call());

            assertThat(failure(outcome).failureClass()).isEqualTo(FailureClass.CAPABILITY_DENIED);
            assertThat(failure(outcome).message()).contains("bob was asked and did not approve it");
            assertThat(failure(outcome).details())
                    .containsEntry("approval", "declined")
                    .containsEntry("decided_by", "bob");
            assertThat(record(airlock, outcome, "call_outcome")).contains("\"decided_by\":\"bob\"");
            assertThat(upstream.requests()).isEmpty();
        }
    }

    @Test
    void anActionThatNobodyDecidesInTimeIsDeniedAndWhatComesLaterChangesNothing() throws Exception {
        try (Airlock airlock = airlock(this::ask, Duration.ofMillis(50))) {
            ActionOutcome outcome = airlock.action(call());
            Question question = asked();

            assertThat(failure(outcome).failureClass()).isEqualTo(FailureClass.CAPABILITY_DENIED);
            assertThat(failure(outcome).message()).contains("no decision on its approval within 50 ms");
            assertThat(failure(outcome).details()).containsEntry("approval", "expired");
            assertThat(question.request().moot().requested()).isTrue();
            assertThat(question.answer()).isCancelled();
            assertThat(upstream.requests()).isEmpty();
        }
    }

    @Test
    void theTimeThatTheCallerGaveCountsWhileSomebodyThinks() throws Exception {
        try (Airlock airlock = airlock(this::ask, LONG)) {
            ActionOutcome outcome = airlock.action(call().within(Duration.ofSeconds(2)));

            assertThat(failure(outcome).failureClass()).isEqualTo(FailureClass.RESOURCE_LIMIT_EXCEEDED);
            assertThat(failure(outcome).details()).containsEntry("limit", "wall_time");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"the cancellation", "the future", "the host"})
    @SuppressWarnings("try") // closed early, because that ends the wait
    void whoeverEndsTheCallEndsTheWait(String ender) throws Exception {
        try (Airlock airlock = airlock(this::ask, LONG)) {
            ActionCall call = call();
            CompletableFuture<ActionOutcome> later = airlock.actionAsync(call);
            Question question = asked();
            switch (ender) {
                case "the cancellation" -> call.cancellation().cancel();
                case "the future" -> later.cancel(true);
                default -> airlock.close();
            }
            if (!ender.equals("the future")) {
                assertThat(later.get(1, TimeUnit.MINUTES).outcome()).isInstanceOf(Outcome.Cancelled.class);
            }
            CompletableFuture<Void> told = new CompletableFuture<>();
            Runnable unused = question.request().moot().onCancel(() -> told.complete(null));
            told.get(1, TimeUnit.MINUTES);
        }
        assertThat(upstream.requests()).isEmpty();
    }

    @Test
    void anApproverThatFailsOrDecidesNothingIsAFaultOfTheHostAndNothingRuns() throws Exception {
        List<Approver> broken = List.of(
                request -> CompletableFuture.failedFuture(new IOException("the desk is closed")),
                request -> CompletableFuture.completedFuture(null),
                request -> {
                    throw new IllegalStateException("the desk is gone");
                });
        for (Approver approver : broken) {
            try (Airlock airlock = airlock(approver, LONG)) {
                ActionOutcome outcome = airlock.action(call());

                assertThat(failure(outcome).details()).containsEntry("reason", "host_fault");
                assertThat(failure(outcome).message()).doesNotContain("desk");
            }
        }
        assertThat(faults).hasSize(3);
        assertThat(upstream.requests()).isEmpty();
    }

    @Test
    void whatIsApprovedAfterTheTimeIsNotRunEvenIfAskingItselfTookSoLong() throws Exception {
        Approver slow = request -> {
            CountDownLatch over = new CountDownLatch(1);
            Runnable unused = request.moot().onCancel(over::countDown);
            try {
                over.await(300, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return CompletableFuture.completedFuture(Decision.approvedBy("alice"));
        };
        try (Airlock airlock = airlock(slow, Duration.ofMillis(50))) {
            ActionOutcome outcome = airlock.action(call());

            assertThat(failure(outcome).details()).containsEntry("approval", "expired");
            assertThat(upstream.requests()).isEmpty();
        }
    }

    @Test
    void whoIsToldThatTheDecisionIsMootAndFailsChangesNoDecision() throws Exception {
        Approver rude = request -> {
            Runnable unused = request.moot().onCancel(() -> {
                throw new IllegalStateException("not now");
            });
            return CompletableFuture.completedFuture(Decision.approvedBy("alice"));
        };
        try (Airlock airlock = airlock(rude, LONG)) {
            ActionOutcome outcome = airlock.action(call());

            assertThat(outcome.outcome()).isInstanceOf(Outcome.Succeeded.class);
            assertThat(faults).hasSize(1);
        }
    }

    @Test
    void aListenerThatFailsWhenTheDecisionIsMootDoesNotKeepTheCallWaiting() throws Exception {
        Approver rude = request -> {
            Runnable unused = request.moot().onCancel(() -> {
                throw new IllegalStateException("not now");
            });
            return ask(request);
        };
        try (Airlock airlock = airlock(rude, LONG)) {
            ActionCall call = call();
            CompletableFuture<ActionOutcome> later = airlock.actionAsync(call);
            assertThat(asked()).isNotNull();
            call.cancellation().cancel();

            assertThat(later.get(1, TimeUnit.MINUTES).outcome()).isInstanceOf(Outcome.Cancelled.class);
            assertThat(upstream.requests()).isEmpty();
        }
    }

    @Test
    @SuppressWarnings("try") // closed early, because the test is about that
    void whoFailsWhenTheHostClosesKeepsNoCallFromEnding() throws Exception {
        try (Airlock airlock = airlock(this::ask, LONG)) {
            List<CompletableFuture<ActionOutcome>> calls = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                ActionCall call = call();
                Runnable unused = call.cancellation().onCancel(() -> {
                    throw new IllegalStateException("a listener of the caller's");
                });
                calls.add(airlock.actionAsync(call));
                assertThat(asked()).isNotNull();
            }
            airlock.close();

            assertThat(calls)
                    .allSatisfy(call ->
                            assertThat(call.get(1, TimeUnit.MINUTES).outcome()).isInstanceOf(Outcome.Cancelled.class));
            assertThat(faults).containsExactly("close", "close", "close", "close", "close");
        }
    }

    @Test
    void onlyTheFirstDecisionCounts() throws Exception {
        try (Airlock airlock = airlock(this::ask, LONG)) {
            CompletableFuture<ActionOutcome> later = airlock.actionAsync(call());
            Question question = asked();
            question.answer().complete(Decision.declinedBy("bob"));
            question.answer().obtrudeValue(Decision.approvedBy("mallory"));

            assertThat(failure(later.get(1, TimeUnit.MINUTES)).details()).containsEntry("decided_by", "bob");
            assertThat(upstream.requests()).isEmpty();
        }
    }

    @Test
    void whatTheApproverChangesInTheInputsItWasShownIsNotWhatRuns() throws Exception {
        Action once = action(
                "once",
                "[approval]\nrequired = true\n" + HostedActions.input("path", "string", "")
                        + post("one", "/a").replace("/a", "${args.path}"));
        try (Airlock airlock = airlock(this::ask, LONG)) {
            ObjectNode inputs = json("{\"path\":\"/a\"}");
            CompletableFuture<ActionOutcome> later = airlock.actionAsync(ActionCall.of(once, inputs));
            Question question = asked();
            question.request().inputs().put("path", "/evil");
            inputs.put("path", "/evil");
            question.answer().complete(Decision.approvedBy("alice"));

            assertThat(later.get(1, TimeUnit.MINUTES).outcome()).isInstanceOf(Outcome.Succeeded.class);
            assertThat(upstream.requests())
                    .extracting(request -> request.target())
                    .containsExactly("/a");
        }
    }

    @Test
    void twoThatWaitUnderOneKeyDoItOnce() throws Exception {
        try (Airlock airlock = airlock(this::ask, LONG)) {
            ActionCall call = call().withKey("order-17");
            CompletableFuture<ActionOutcome> first = airlock.actionAsync(call);
            CompletableFuture<ActionOutcome> second = airlock.actionAsync(call().withKey("order-17"));
            Question one = asked();
            Question other = asked();
            one.answer().complete(Decision.approvedBy("alice"));
            other.answer().complete(Decision.approvedBy("bob"));

            assertThat(first.get(1, TimeUnit.MINUTES).outcome()).isInstanceOf(Outcome.Succeeded.class);
            assertThat(second.get(1, TimeUnit.MINUTES).outcome()).isInstanceOf(Outcome.Succeeded.class);
            assertThat(upstream.requests()).hasSize(1);
        }
    }

    @Test
    void oneThatWaitsItselfIsAskedOnAThreadOfItsOwnAndEndsWithTheCall() throws Exception {
        BlockingQueue<Thread> asking = new LinkedBlockingQueue<>();
        Approver dialog = Approver.of("carol", request -> {
            asking.add(Thread.currentThread());
            CompletableFuture<Boolean> answer = new CompletableFuture<>();
            Runnable unused = request.moot().onCancel(() -> answer.complete(false));
            return answer.join();
        });
        try (Airlock airlock = airlock(dialog, Duration.ofMillis(50))) {
            ActionOutcome outcome = airlock.action(call());

            assertThat(failure(outcome).details()).containsEntry("approval", "expired");
            Thread thread = asking.poll(1, TimeUnit.MINUTES);
            thread.join(TimeUnit.MINUTES.toMillis(1));
            assertThat(thread.isAlive()).isFalse();
        }
    }

    private CompletionStage<Decision> ask(Approver.Request request) {
        Question question = new Question(request, new CompletableFuture<>());
        desk.add(question);
        return question.answer();
    }

    private Question asked() throws InterruptedException {
        return desk.poll(1, TimeUnit.MINUTES);
    }

    private Airlock airlock(Approver approver, Duration within) throws IOException {
        return Airlock.builder()
                .dialer(ScriptedWorld.dialer(upstream))
                .connectors(HostedActions.connectors())
                .approver(approver)
                .approvalWithin(within)
                .listener(new AirlockListener() {
                    @Override
                    public void fault(String correlationId, Throwable fault) {
                        faults.add(correlationId);
                    }
                })
                .build();
    }

    private static ActionCall call() throws IOException {
        Action once = action("once", "[approval]\nrequired = true\n" + post("one", "/a"));
        return ActionCall.of(once, json("{}"));
    }

    private static Failure failure(ActionOutcome outcome) {
        return ((Outcome.Failed) outcome.outcome()).failure();
    }

    private static String record(Airlock airlock, ActionOutcome outcome, String kind) {
        return airlock.audit().archive().find(outcome.auditId().value()).stream()
                .filter(record -> record.kind().equals(kind))
                .map(AuditRecord::body)
                .findFirst()
                .orElse("");
    }
}
