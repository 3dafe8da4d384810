package dev.airlock.runtime.actions;

import static dev.airlock.runtime.actions.ActionBench.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.Boundary;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import dev.airlock.manifests.actions.Action;
import dev.airlock.runtime.actions.source.ConnectorFolders;
import dev.airlock.runtime.actions.step.StepCaller;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.upstreams.RecordedRequest;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The two sample actions from end to end: their connectors, real sockets, the samples' own scripts. */
class SampleActionsTest {
    private static final Action SHIP_UPDATE = ActionBench.sample("ship-update.md");
    private static final Action PAYMENT = ActionBench.sample("payment.md");
    private static final String SHIPPED = "{\"summary\":\"Search is faster\",\"channel_id\":9007199254740993}";
    private static final String CHARGE = "{\"card_token\":\"tok_1\",\"amount_minor\":1250,\"currency\":\"EUR\"}";

    @TempDir
    private static Path shared;

    @TempDir
    Path temp;

    /** The bench with the issue tracker, a large module that is loaded once for all tests. */
    private static ActionBench shipUpdate;

    private static ActionRunner shipUpdateRunner;

    @BeforeAll
    static void startShipUpdate() {
        shipUpdate = new ActionBench(
                shared,
                ActionBench.scripts("issue-tracker-go", "chat-post-rust"),
                ActionBench.hosts("issue-tracker-go", "chat-post-rust"));
        shipUpdateRunner = runner(shipUpdate);
    }

    @AfterAll
    static void stopShipUpdate() {
        shipUpdateRunner.close();
        shipUpdate.close();
    }

    /** Returns the requests to the upstream during an operation. */
    private static List<RecordedRequest> requestsOf(Runnable doing) {
        int before = shipUpdate.upstream.requests().size();
        doing.run();
        List<RecordedRequest> after = shipUpdate.upstream.requests();
        return after.subList(before, after.size());
    }

    @Test
    void shipUpdateFilesAnIssueAndPostsItsNumber() {
        List<RecordedRequest> requests = requestsOf(() -> {
            ActionOutcome outcome = shipUpdateRunner.run(ActionCall.of(SHIP_UPDATE, json(SHIPPED)));

            assertThat(outcome.outcome()).isInstanceOfSatisfying(Outcome.Succeeded.class, succeeded -> {
                assertThat(succeeded.output().at("/file/issue/number").intValue())
                        .isEqualTo(43);
                assertThat(succeeded.output().at("/post/message_id").asText()).isEqualTo("1127009882341769217");
                assertThat(succeeded.errors()).isEmpty();
                assertThat(succeeded.usage().exchanges()).isEqualTo(2);
            });
            assertThat(outcome.completedSteps()).containsExactly("file", "post");
        });

        assertThat(requests.get(0).body().text())
                .contains("\"title\":\"Shipped: Search is faster\"")
                .doesNotContain("\"body\"");
        assertThat(requests.get(1).body().text()).contains("Shipped: Search is faster (#43)", "9007199254740993");
    }

    @Test
    void shipUpdateEndsWithTheFailureOfItsSecondStepAndTheIssueStays() {
        List<RecordedRequest> requests = requestsOf(() -> {
            ActionOutcome outcome = shipUpdateRunner.run(
                    ActionCall.of(SHIP_UPDATE, json("{\"summary\":\"forbidden\",\"channel_id\":1}")));

            assertThat(outcome.outcome()).isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
                Failure failure = failed.failure();
                assertThat(failure.failureClass()).isEqualTo(FailureClass.EXTERNAL_API_ERROR);
                assertThat(failure.boundary()).isEqualTo(Boundary.EXTERNAL);
                assertThat(failure.details())
                        .containsEntry("status", 403L)
                        .containsEntry("step", "post")
                        .containsEntry("completed_steps", List.of("file"));
            });
        });

        assertThat(requests)
                .extracting(request -> request.method() + " " + request.path())
                .containsExactly("POST /v1/projects/lighthouse/issues", "POST /api/messages");
    }

    @Test
    void aLoadEndsWhenItIsCancelledAndNothingElseOfItsCallerIsInterrupted() {
        Cancellation cancellation = new Cancellation();
        StepCaller nobody = (call, journal) -> {
            throw new AssertionError("a step was called");
        };
        try (Sandbox sandbox = Sandbox.builder()
                        .loadListener((phase, functions) -> cancellation.cancel())
                        .build();
                ActionRunner runner = ActionRunner.builder(
                                sandbox, new ConnectorFolders(List.of(ActionBench.SAMPLES)), nobody)
                        .build()) {
            ActionOutcome outcome =
                    runner.run(ActionCall.of(SHIP_UPDATE, json(SHIPPED)).endedBy(cancellation));

            assertThat(outcome.outcome()).isInstanceOf(Outcome.Cancelled.class);
            assertThat(outcome.steps()).isEmpty();
            assertThat(Thread.interrupted()).isFalse();
        }
    }

    @Test
    void paymentIsDeniedBeforeAnythingRunsUnlessSomebodyCanApproveIt() {
        try (ActionBench bench = payment();
                ActionRunner runner = runner(bench)) {
            ActionOutcome outcome = runner.run(ActionCall.of(PAYMENT, json(CHARGE)));

            assertThat(((Outcome.Failed) outcome.outcome()).failure())
                    .satisfies(failure -> assertThat(failure.failureClass()).isEqualTo(FailureClass.CAPABILITY_DENIED))
                    .satisfies(failure -> assertThat(failure.boundary()).isEqualTo(Boundary.ACTION));
            assertThat(outcome.steps()).isEmpty();
            assertThat(bench.upstream.requests()).isEmpty();
        }
    }

    @Test
    void paymentChargesOnceWhatWasApproved() {
        try (ActionBench bench = payment();
                ActionRunner runner = runner(bench, Approver.of("tester", request -> {
                    assertThat(request.preview()).isEqualTo("Charge 1250 (smallest unit) EUR?");
                    return true;
                }))) {
            ActionOutcome outcome = runner.run(ActionCall.of(PAYMENT, json(CHARGE)));

            assertThat(((Outcome.Succeeded) outcome.outcome())
                            .output()
                            .at("/charge/charge/charge_id")
                            .asText())
                    .isEqualTo("ch_7Qm2");
            assertThat(bench.seen()).containsExactly("POST /v1/charges");
            assertThat(bench.upstream.requests().get(0).body().text()).contains("Airlock sample", "1250");
        }
    }

    @Test
    void paymentIsNeverRepeatedWhenItsAnswerIsLost() {
        try (ActionBench bench = payment();
                ActionRunner runner = runner(bench, Approver.of("tester", request -> true))) {
            ActionOutcome outcome =
                    runner.run(ActionCall.of(PAYMENT, json(CHARGE.replace("tok_1", "tok_answer_lost"))));

            assertThat(((Outcome.Failed) outcome.outcome()).failure()).satisfies(failure -> {
                assertThat(failure.failureClass()).isEqualTo(FailureClass.NETWORK_ERROR);
                assertThat(failure.retriable()).isFalse();
                assertThat(failure.details()).containsEntry("request_sent", true);
            });
            assertThat(bench.seen()).containsExactly("POST /v1/charges");
        }
    }

    private ActionBench payment() {
        return new ActionBench(temp, ActionBench.scripts("payment-rail-c"), ActionBench.hosts("payment-rail-c"));
    }

    private static ActionRunner runner(ActionBench bench, Approver... approvers) {
        ActionRunner.Builder builder = ActionRunner.builder(
                bench.sandbox,
                new ConnectorFolders(List.of(ActionBench.SAMPLES)),
                StepCaller.recovering(bench.recoveries));
        for (Approver approver : approvers) {
            builder = builder.approver(approver);
        }
        return builder.build();
    }
}
