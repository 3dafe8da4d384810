package dev.airlock.runtime.actions.tools;

import static dev.airlock.runtime.actions.ActionBench.NOTHING;
import static dev.airlock.runtime.actions.ActionBench.answers;
import static dev.airlock.runtime.actions.ActionBench.echoes;
import static dev.airlock.runtime.actions.ActionBench.errand;
import static dev.airlock.runtime.actions.ActionBench.input;
import static dev.airlock.runtime.actions.ActionBench.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.effect.Effect;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.manifests.actions.Action;
import dev.airlock.runtime.actions.ActionBench;
import dev.airlock.runtime.actions.ActionCall;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.actions.ActionRunner;
import dev.airlock.runtime.actions.step.StepCaller;
import dev.airlock.runtime.recovery.call.ForwardingTarget;
import dev.airlock.runtime.recovery.call.Target;
import dev.airlock.runtime.recovery.keys.CallKeys;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent that repeats its tool calls does nothing twice, and learns the outcome of the first call. */
class RepeatedToolCallsTest {
    private static final String ONCE = "retry = \"none\"";
    private static final String LOST =
            "[[exchange]]\nmatch = { path = \"/a\" }\nfault = \"reset_after_request\"\ntimes = 1\n";
    private static final String FAILS = answers("/b", 500) + "times = 1\n";
    private static final Executor THREAD_EACH = task -> new Thread(task, "test-agent").start();

    @TempDir
    Path temp;

    private final CallKeys keys = CallKeys.ephemeral();

    /** Makes tool calls of one action. */
    private final class Agent implements AutoCloseable {
        private final ActionBench bench;
        private final ActionRunner runner;
        private final ActionTools tools;

        Agent(ActionBench bench, Action action) {
            this(bench, action, StepCaller.recovering(bench.recoveries));
        }

        Agent(ActionBench bench, Action action, StepCaller caller) {
            this.bench = bench;
            this.runner = bench.runner(
                    caller,
                    builder -> builder.conversations(bench.recoveries.conversations())
                            .keys(keys));
            this.tools = RunnerTools.of(runner, List.of(action));
        }

        ToolResult calls(String id) {
            return calls(wanted(id));
        }

        ToolResult calls(ToolCall call) {
            return tools.call(call, new Cancellation());
        }

        ToolCall wanted(String id) {
            return new ToolCall(id, "test", "{}").actingFor("alice").inConversation("thread-1");
        }

        List<String> keysSeen() {
            return bench.upstream.requests().stream()
                    .map(request -> request.header("idempotency-key").orElse(""))
                    .toList();
        }

        @Override
        public void close() {
            runner.close();
            bench.close();
        }
    }

    private Agent agent(String script, String tables) {
        ActionBench bench = new ActionBench(temp, script);
        return new Agent(bench, bench.action(tables));
    }

    @Test
    void theSameCallAgainGoesUnderTheSameKeyAndOnWhereItFailed() {
        String steps = errand("a", "POST", "/a", ONCE) + errand("b", "POST+header", "/b", ONCE);
        try (Agent agent = agent(answers("/a", 200) + FAILS + answers("/b", 200), steps)) {
            ToolResult first = agent.calls("call_1");
            ToolResult second = agent.calls("call_1");

            assertThat(first.kind()).isEqualTo(ToolResult.Kind.FAILED);
            assertThat(first.sideEffects().map(SideEffects::effect)).contains(Effect.REPEATABLE);
            assertThat(first.content())
                    .contains(
                            "Done before that, and not undone: a. Calling the action again continues where it failed.")
                    .contains("The same call may work later.")
                    .contains("effect: repeatable, request_sent: true, idempotency_key: "
                            + first.key().orElseThrow())
                    .doesNotContain("..");
            assertThat(second.kind()).isEqualTo(ToolResult.Kind.SUCCEEDED);
            assertThat(second.content()).contains("Step a was not done again; this is the outcome of ");
            assertThat(agent.bench.seen()).containsExactly("POST /a", "POST /b", "POST /b");
            assertThat(agent.keysSeen().get(1))
                    .isEqualTo(agent.keysSeen().get(2))
                    .isEqualTo(first.key().orElseThrow() + ".b");
        }
    }

    @Test
    void theSameCallUnderANewIdGoesOnUnderTheKeyOfTheOneThatFailed() {
        try (Agent agent = agent(FAILS + answers("/b", 200), errand("b", "POST+header", "/b", ONCE))) {
            ToolResult first = agent.calls("call_1");
            ToolResult second = agent.calls("call_2");
            ToolResult third = agent.calls("call_3");

            assertThat(List.of(second, third)).extracting(ToolResult::kind).containsOnly(ToolResult.Kind.SUCCEEDED);
            assertThat(second.key()).isEqualTo(first.key());
            assertThat(third.key()).isNotEqualTo(first.key());
            assertThat(agent.keysSeen().get(0)).isEqualTo(agent.keysSeen().get(1));
        }
    }

    @Test
    void whatWasDoneIsNotDoneAgainAndSaysOfWhenItIs() {
        try (Agent agent = agent(answers("/a", 200), errand("a", "POST", "/a", ONCE))) {
            ToolResult first = agent.calls("call_1");
            ToolResult second = agent.calls("call_1");
            ToolResult other = agent.calls("call_2");

            assertThat(first.recorded()).isEmpty();
            assertThat(second.recorded()).isPresent();
            assertThat(second.content())
                    .contains("It was not done again; this is the outcome of "
                            + second.recorded().orElseThrow().toString().substring(0, 19));
            assertThat(second.outcome().orElseThrow().steps().get(0).recorded()).isPresent();
            assertThat(other.recorded()).isEmpty();
            assertThat(agent.bench.seen()).containsExactly("POST /a", "POST /a");
        }
    }

    @Test
    void oneIdForTwoIntendedCallsIsTwoCalls() {
        ActionBench bench = new ActionBench(temp, answers("/a", 200));
        try (Agent agent =
                new Agent(bench, bench.action(input("n", "integer", "") + errand("a", "POST", "/a", ONCE)))) {
            for (int n = 1; n <= 2; n++) {
                ToolCall call = new ToolCall("call_1", "test", "{\"n\":" + n + "}")
                        .actingFor("alice")
                        .inConversation("thread-1");
                assertThat(agent.calls(call).recorded()).isEmpty();
            }
            assertThat(agent.bench.seen()).hasSize(2);
        }
    }

    @Test
    void whatMayHaveTakenEffectIsNotDoneAgainUntilSomebodyInsists() {
        try (Agent agent = agent(LOST + answers("/a", 200), errand("a", "POST", "/a", ONCE))) {
            ToolResult first = agent.calls("call_1");
            ToolResult again = agent.calls("call_1");
            ToolResult other = agent.calls("call_2");

            assertThat(first.sideEffects().map(SideEffects::effect)).contains(Effect.UNCERTAIN);
            assertThat(List.of(again, other)).allSatisfy(refused -> {
                assertThat(refused.kind()).isEqualTo(ToolResult.Kind.FAILED);
                assertThat(refused.sideEffects().map(SideEffects::effect)).contains(Effect.UNCERTAIN);
                assertThat(refused.content())
                        .startsWith(
                                "Action 'test' was not run: connector_runtime_error (Action test was not called again."
                                        + " The same call, " + first.auditId().orElseThrow() + ", failed at ")
                        .contains("Its step a may have taken effect.", "insisting()")
                        .doesNotContain("The same call will fail again");
            });
            assertThat(agent.bench.seen()).hasSize(1);

            assertThat(agent.calls(agent.wanted("call_2").insisting()).kind()).isEqualTo(ToolResult.Kind.SUCCEEDED);
            assertThat(agent.calls("call_3").kind()).isEqualTo(ToolResult.Kind.SUCCEEDED);
            assertThat(agent.bench.seen()).hasSize(3);
        }
    }

    @Test
    void anotherPrincipalConversationOrArgumentIsAnotherCall() {
        try (Agent agent = agent(LOST + answers("/a", 200), errand("a", "POST", "/a", ONCE))) {
            agent.calls("call_1");

            assertThat(agent.calls(agent.wanted("call_1").actingFor("bob")).kind())
                    .isEqualTo(ToolResult.Kind.SUCCEEDED);
            assertThat(agent.calls(agent.wanted("call_1").inConversation("thread-2"))
                            .kind())
                    .isEqualTo(ToolResult.Kind.SUCCEEDED);
        }
    }

    @Test
    void aCancelledCallIsNoErrorAndIsNotRepeatedEither() {
        ActionBench bench = new ActionBench(temp, answers("/a", 200) + answers("/b", 200));
        Cancellation cancellation = new Cancellation();
        StepCaller cancelling = (call, journal) -> {
            Result made = bench.recoveries.run(call);
            cancellation.cancel();
            return made;
        };
        Action action = bench.action(errand("a", "POST", "/a", ONCE) + errand("b", "POST", "/b", ONCE));
        try (Agent agent = new Agent(bench, action, cancelling)) {
            ToolResult first = agent.tools.call(agent.wanted("call_1"), cancellation);
            ToolResult second = agent.calls("call_2");

            assertThat(first.kind()).isEqualTo(ToolResult.Kind.CANCELLED);
            assertThat(first.isError()).isFalse();
            assertThat(first.auditId()).isPresent();
            assertThat(second.content()).contains("was cancelled at ", "Done and not undone: a.", "insisting()");
            assertThat(bench.seen()).containsExactly("POST /a");
        }
    }

    @Test
    void ofTwoThatRunAtTheSameTimeTheSecondWaitsForTheEndOfTheFirst() throws Exception {
        ActionBench bench = new ActionBench(temp, LOST + answers("/a", 200));
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch waited = new CountDownLatch(1);
        StepCaller slow = (call, journal) -> {
            running.countDown();
            awaited(waited);
            return bench.recoveries.run(call);
        };
        try (Agent agent = new Agent(bench, bench.action(errand("a", "POST", "/a", ONCE)), slow)) {
            CompletableFuture<ToolResult> first =
                    CompletableFuture.supplyAsync(() -> agent.calls("call_1"), THREAD_EACH);
            awaited(running);
            CompletableFuture<ToolResult> second =
                    CompletableFuture.supplyAsync(() -> agent.calls("call_2"), THREAD_EACH);
            waited.countDown();

            assertThat(first.join().sideEffects().map(SideEffects::effect)).contains(Effect.UNCERTAIN);
            assertThat(second.join().content())
                    .contains(first.join().auditId().orElseThrow().value());
            assertThat(bench.seen()).hasSize(1);
        }
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void withoutAConversationTheTextSaysThatARepetitionIsNotRecognised() {
        try (Agent agent = agent(FAILS + answers("/b", 200), errand("b", "POST+header", "/b", ONCE))) {
            ToolResult result = agent.calls(new ToolCall("call_1", "test", "{}"));

            assertThat(result.key()).isEmpty();
            assertThat(result.content())
                    .contains("Step b may have taken effect all the same; check before you repeat it.")
                    .doesNotContain("The same call may work later");
            assertThat(agent.calls(new ToolCall("call_1", "test", "{}")).kind()).isEqualTo(ToolResult.Kind.SUCCEEDED);
            assertThat(agent.keysSeen()).doesNotHaveDuplicates();
        }
    }

    @Test
    void anActionInAConversationIsHeldToTheSame() {
        ActionBench bench = new ActionBench(temp, LOST + answers("/a", 200));
        Action action = bench.action(errand("a", "POST", "/a", ONCE));
        try (Agent agent = new Agent(bench, action)) {
            ActionCall call =
                    ActionCall.of(action, json("{}")).actingFor("alice").inConversation("thread-1");
            BiFunction<String, ActionCall, ActionOutcome> run = (why, wanted) -> agent.runner.run(wanted);

            ActionOutcome first = run.apply("the answer is lost", call);
            ActionOutcome second =
                    run.apply("like it", ActionCall.of(action, json("{}")).onTerms(call.terms()));

            assertThat(first.uncertainSteps()).containsExactly("a");
            assertThat(((Outcome.Failed) second.outcome()).failure().details())
                    .containsEntry("reason", "key_reused")
                    .containsEntry("key_state", "in_doubt")
                    .hasEntrySatisfying(
                            "earlier",
                            earlier -> assertThat(earlier.toString())
                                    .contains("audit_id=" + first.auditId(), "ending=failed", "uncertain_steps=[a]"));
        }
    }

    @Test
    void aRunnerThatKeepsNoConversationsSaysSo() {
        try (ActionBench bench = new ActionBench(temp, NOTHING);
                ActionRunner runner = bench.runner()) {
            ActionCall call =
                    ActionCall.of(bench.action(echoes("one", "")), json("{}")).inConversation("thread-1");

            assertThatThrownBy(() -> runner.run(call))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("conversations(recoveries.conversations())");
        }
    }

    @Test
    void aStepThatWasLostAndWaitsForAPersonSaysWhere() {
        String denied = "[[exchange]]\nmatch = { path = \"/a\" }\nrespond = { status = 403, body = '{}' }\n";
        try (Agent agent = agent(denied, errand("a", "POST", "/a", ONCE + "\noptional = true") + echoes("b", ""))) {
            ToolResult result = agent.calls("call_1");

            assertThat(result.reviews()).containsExactly("review-1");
            assertThat(result.content()).contains("Step a waits for a person, as review review-1.");
            assertThat(Optional.of(result.outcome().orElseThrow().outcome())
                            .map(outcome -> ((Outcome.Succeeded) outcome)
                                    .errors()
                                    .get(0)
                                    .at("/error/details/review")
                                    .asText()))
                    .contains("review-1");
        }
    }

    @Test
    void aCallThatWentOnUnderTheKeyOfAnotherIdHasThatKeyWhenItComesAgain() {
        try (Agent agent = agent(FAILS + answers("/b", 200), errand("b", "POST", "/b", ONCE + "\nidempotent = true"))) {
            ToolResult first = agent.calls("call_1");
            ToolResult second = agent.calls("call_2");
            ToolResult again = agent.calls("call_2");
            ToolResult firstAgain = agent.calls("call_1");

            assertThat(second.kind()).isEqualTo(ToolResult.Kind.SUCCEEDED);
            assertThat(List.of(again, firstAgain)).allSatisfy(recorded -> {
                assertThat(recorded.key()).isEqualTo(first.key());
                assertThat(recorded.recorded()).isPresent();
            });
            assertThat(agent.bench.seen()).containsExactly("POST /b", "POST /b");
        }
    }

    @Test
    void aCallThatWasInsistedOnHasTheKeyOfThatWhenItComesAgain() {
        try (Agent agent = agent(LOST + answers("/a", 200), errand("a", "POST", "/a", ONCE))) {
            agent.calls("call_1");
            ToolResult insisted = agent.calls(agent.wanted("call_1").insisting());
            ToolResult again = agent.calls("call_1");

            assertThat(insisted.kind()).isEqualTo(ToolResult.Kind.SUCCEEDED);
            assertThat(again.kind()).isEqualTo(ToolResult.Kind.SUCCEEDED);
            assertThat(again.recorded()).isPresent();
            assertThat(agent.calls(agent.wanted("call_1").insisting()).recorded())
                    .isEmpty();
            assertThat(agent.bench.seen()).hasSize(3);
        }
    }

    @Test
    void whatOnlyReadIsNotSaidToHaveTakenEffect() {
        String fails = "[[exchange]]\nmatch = { path = \"/a\" }\nrespond = { status = 500, body = '{}' }\n";
        try (Agent agent = agent(fails, errand("a", "GET", "/a", ONCE))) {
            for (ToolCall call : List.of(agent.wanted("call_1"), new ToolCall("call_1", "test", "{}"))) {
                ToolResult result = agent.calls(call);

                assertThat(result.sideEffects().map(SideEffects::effect)).contains(Effect.REPEATABLE);
                assertThat(result.outcome().orElseThrow().uncertainSteps()).isEmpty();
                assertThat(result.content()).doesNotContain("may have taken effect");
            }
        }
    }

    @Test
    void aCallThatWaitedForOneLikeItHasTheRestOfItsTimeAndNamesAllOfIt() throws Exception {
        String script = answers("/a", 500) + "times = 1\n[[exchange]]\nmatch = { path = \"/a\" }\nfault = \"stall\"\n";
        ActionBench bench = new ActionBench(temp, script);
        Duration given = Duration.ofSeconds(3);
        CountDownLatch running = new CountDownLatch(1);
        List<Duration> left = new CopyOnWriteArrayList<>();
        StepCaller slow = (call, connectors) -> {
            if (running.getCount() > 0) {
                running.countDown();
                passed(Duration.ofSeconds(1));
            } else {
                left.add(call.within().orElseThrow().left());
            }
            return bench.recoveries.run(call);
        };
        Action action = bench.action(errand("a", "POST+header", "/a", ONCE));
        try (Agent agent = new Agent(bench, action, slow)) {
            CompletableFuture<ToolResult> first =
                    CompletableFuture.supplyAsync(() -> agent.calls("call_1"), THREAD_EACH);
            awaited(running);
            ActionOutcome second = agent.runner.run(ActionCall.of(action, json("{}"))
                    .actingFor("alice")
                    .inConversation("thread-1")
                    .within(given));

            first.join();
            assertThat(left).singleElement().satisfies(rest -> assertThat(rest).isLessThan(given.minusMillis(800)));
            assertThat(((Outcome.Failed) second.outcome()).failure().details())
                    .containsEntry("limit", "wall_time")
                    .containsEntry("configured", given.toMillis())
                    .containsEntry("wall_time_in", "service")
                    .hasEntrySatisfying("used", used -> assertThat((Long) used).isBetween(3_000L, 5_000L));
        }
    }

    @Test
    void aCallThatHasLessTimeThanOneLikeItTakesIsNotMadeAndSaysSoInThatTime() {
        ActionBench bench = new ActionBench(temp, answers("/a", 200));
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch waited = new CountDownLatch(1);
        StepCaller slow = (call, connectors) -> {
            running.countDown();
            awaited(waited);
            return bench.recoveries.run(call);
        };
        Action action = bench.action(errand("a", "POST", "/a", ONCE));
        try (Agent agent = new Agent(bench, action, slow)) {
            CompletableFuture<ToolResult> first =
                    CompletableFuture.supplyAsync(() -> agent.calls("call_1"), THREAD_EACH);
            awaited(running);
            for (long millis : List.of(1L, 300L)) {
                long begun = System.nanoTime();
                ActionOutcome second = agent.runner.run(ActionCall.of(action, json("{}"))
                        .actingFor("alice")
                        .inConversation("thread-1")
                        .within(Duration.ofMillis(millis)));

                assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
                assertThat(((Outcome.Failed) second.outcome()).failure().details())
                        .containsEntry("key_state", "running")
                        .containsEntry("effect", "uncertain");
            }
            waited.countDown();
            assertThat(first.join().kind()).isEqualTo(ToolResult.Kind.SUCCEEDED);
            assertThat(bench.seen()).hasSize(1);
        }
    }

    private static void passed(Duration length) {
        try {
            new CountDownLatch(1).await(length.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void argumentsThatCannotBeWrittenAreRefusedInAConversationToo() {
        ActionBench bench = new ActionBench(temp, NOTHING);
        Action action = bench.action(input("deep", "array", "") + echoes("one", "a = \"${args.deep}\""));
        ArrayNode deep = JsonNodeFactory.instance.arrayNode();
        ArrayNode innermost = deep;
        for (int i = 0; i < 5_000; i++) {
            innermost = innermost.addArray();
        }
        ObjectNode inputs = JsonNodeFactory.instance.objectNode().set("deep", deep);
        try (Agent agent = new Agent(bench, action)) {
            ActionCall alone = ActionCall.of(action, inputs);
            ActionCall inConversation = alone.actingFor("alice").inConversation("thread-1");
            for (ActionCall call : List.of(alone, inConversation, inConversation.answering("call_1"))) {
                assertThat(((Outcome.Failed) agent.runner.run(call).outcome())
                                .failure()
                                .details())
                        .containsEntry("reason", "bad_input");
            }
        }
    }

    @Test
    void whatAnEarlierOneDidIsKnownWhateverKeepsTheNextOneFromItsSteps() throws IOException {
        String steps = errand("a", "POST", "/a", ONCE) + errand("b", "POST+header", "/b", ONCE);
        try (Agent agent = agent(answers("/a", 200) + answers("/b", 500), steps)) {
            agent.calls("call_1");
            Path module = agent.bench.folders.resolve("errands").resolve("connector.wasm");
            byte[] bytes = Files.readAllBytes(module);
            Files.write(module, new byte[] {0});
            ToolResult unready = agent.calls("call_2");
            Files.write(module, bytes);
            Cancellation cancelled = new Cancellation();
            cancelled.cancel();
            agent.tools.call(agent.wanted("call_3"), cancelled);
            ToolResult refused = agent.calls("call_4");

            assertThat(unready.sideEffects().map(SideEffects::effect)).contains(Effect.REPEATABLE);
            assertThat(refused.content()).contains("Its step b may have taken effect. Done and not undone: a.");
        }
    }

    @Test
    void noIdIsTooLongOrTooStrangeToBeRecognised() {
        String huge = "\u202e\u0000\ud800\ud83d\ude00".repeat(200_000);
        try (Agent agent = agent(answers("/a", 200), errand("a", "POST", "/a", ONCE))) {
            for (String strange : List.of("", " ", huge, huge + "x")) {
                ToolCall call = new ToolCall(strange, "test", "{}")
                        .actingFor("alice")
                        .inConversation(strange.isBlank() ? "thread-1" : strange);
                assertThat(agent.calls(call).recorded()).isEmpty();
                assertThat(agent.calls(call).recorded()).isPresent();
            }
            assertThat(agent.bench.seen()).hasSize(4);
        }
    }

    @Test
    void whereTheStoreCannotBeWrittenTheAdviceIsToTellTheUserAndWorks() throws SQLException {
        try (Agent agent = agent(answers("/a", 200), errand("a", "POST", "/a", ONCE));
                Connection intruder = DriverManager.getConnection("jdbc:sqlite:" + temp.resolve("recovery.db"));
                Statement statement = intruder.createStatement()) {
            for (String table : List.of("conversation_call", "idempotency_key")) {
                statement.execute("create trigger forbidden before insert on " + table
                        + " begin select raise(abort, 'disk I/O error'); end");
                ToolResult refused = agent.calls(table);
                statement.execute("drop trigger forbidden");

                assertThat(refused.content())
                        .contains("then try again", "Tell the user; the same call may work after that.", "effect: none")
                        .doesNotContain("will fail again");
                assertThat(agent.calls(table).kind()).isEqualTo(ToolResult.Kind.SUCCEEDED);
            }
            assertThat(agent.bench.seen()).hasSize(2);
        }
    }

    @Test
    void whatWaitedForACallWithTheSameKeyIsToldToCallAgainAndNothingElse() {
        ActionBench bench = new ActionBench(temp, answers("/a", 200));
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch waited = new CountDownLatch(1);
        Action slow = bench.action(errand("a", "POST", "/a", ONCE));
        StepCaller held = (call, connectors) -> {
            if (running.getCount() == 0) {
                return bench.recoveries.run(call.within(Duration.ofMillis(500)));
            }
            Target target = new ForwardingTarget() {
                @Override
                public Target target() {
                    return call.target();
                }

                @Override
                public Outcome attempt(Call attempt) {
                    running.countDown();
                    awaited(waited);
                    return target().attempt(attempt);
                }
            };
            return bench.recoveries.run(call.to(target));
        };
        try (Agent agent = new Agent(bench, slow, held)) {
            ToolCall keyed = new ToolCall("call_1", "test", "{}").withKey("order-17");
            CompletableFuture<ToolResult> first = CompletableFuture.supplyAsync(() -> agent.calls(keyed), THREAD_EACH);
            awaited(running);
            ToolResult second = agent.calls(keyed);
            waited.countDown();

            assertThat(second.content())
                    .contains(
                            "for a call with the same key to end.", "Call again later under the same key", "uncertain")
                    .doesNotContain("will fail again", "more time");
            assertThat(first.join().kind()).isEqualTo(ToolResult.Kind.SUCCEEDED);
            assertThat(agent.calls(keyed).recorded()).isPresent();
            assertThat(bench.seen()).hasSize(1);
        }
    }
}
