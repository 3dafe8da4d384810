package dev.airlock.runtime.actions;

import static dev.airlock.runtime.actions.ActionBench.NOTHING;
import static dev.airlock.runtime.actions.ActionBench.answers;
import static dev.airlock.runtime.actions.ActionBench.echoes;
import static dev.airlock.runtime.actions.ActionBench.errand;
import static dev.airlock.runtime.actions.ActionBench.input;
import static dev.airlock.runtime.actions.ActionBench.json;
import static dev.airlock.runtime.actions.ActionBench.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.Boundary;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.effect.Effect;
import dev.airlock.manifests.actions.Action;
import dev.airlock.runtime.actions.step.StepCaller;
import dev.airlock.runtime.actions.step.StepEnd;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a runner refuses, what it passes on, and the order of steps. */
class ActionRunnerTest {
    private static final String SOON = "retry = { max = 2, base = \"5ms\", cap = \"5ms\" }\n";

    @TempDir
    Path temp;

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{}; required property 'text' not found",
                "{\"text\":1}; /text: integer found, string expected",
                "{\"text\":\"a\",\"txt\":\"b\"}; property 'txt'",
                "{\"text\":\"a\",\"size\":\"large\"}; /size",
                "{\"text\":\"a\",\"tags\":[1]}; /tags/0",
                "{\"text\":null}; /text: null found"
            })
    void refusesInputsThatAreNotWhatItTakes(String inputs, String problem) {
        try (ActionBench bench = new ActionBench(temp, NOTHING)) {
            Action action = bench.action(input("text", "string", "")
                    + input("size", "integer", "enum = [1, 2]\nrequired = false")
                    + input("tags", "array", "items_type = \"string\"\nrequired = false")
                    + errand("one", "POST", "/messages", ""));

            Failure failure = failure(bench.run(action, inputs));

            assertThat(failure.boundary()).isEqualTo(Boundary.ACTION);
            assertThat(failure.details()).containsEntry("reason", "bad_input");
            assertThat(failure.message()).startsWith("Action test was not run").contains(problem);
            assertThat(bench.upstream.requests()).isEmpty();
        }
    }

    @Test
    void listsAllProblemsOfInputsAtOnce() {
        try (ActionBench bench = new ActionBench(temp, NOTHING)) {
            Action action = bench.action(input("a", "string", "") + input("b", "integer", "") + echoes("one", ""));

            assertThat((List<?>) failure(bench.run(action, "{\"b\":\"x\",\"c\":1}"))
                            .details()
                            .get("problems"))
                    .hasSize(3);
        }
    }

    @Test
    void givesStepsTheInputsAndTheDefaultsOfThoseThatAreAbsent() {
        try (ActionBench bench = new ActionBench(temp, NOTHING)) {
            Action action = bench.action(input("n", "integer", "")
                    + input("kind", "string", "default = \"plain\"")
                    + input("more", "object", "required = false")
                    + echoes("one", "n = \"${args.n}\", kind = \"${args.kind}\", more = \"${args.more}\", fixed = 1.5")
                    + echoes("two", "n = \"${one.call.args.n}\", said = \"${one.call.op} ${one.call.args.n}\""));

            ActionOutcome outcome = bench.run(action, "{\"n\":9007199254740993}");

            assertThat(output(outcome).at("/one/call/args"))
                    .isEqualTo(json("{\"n\":9007199254740993,\"kind\":\"plain\",\"fixed\":1.5}"));
            assertThat(output(outcome).at("/two/call/args"))
                    .isEqualTo(json("{\"n\":9007199254740993,\"said\":\"echo 9007199254740993\"}"));
        }
    }

    @Test
    void failsAtAReferenceToWhatAStepDidNotGive() {
        try (ActionBench bench = new ActionBench(temp, NOTHING)) {
            Action action = bench.action(echoes("one", "") + echoes("two", "a = \"${one.call.nothing.here}\""));

            Failure failure = failure(bench.run(action, "{}"));

            assertThat(failure.details())
                    .containsEntry("reason", "bad_template")
                    .containsEntry("step", "two")
                    .containsEntry("completed_steps", List.of("one"));
            assertThat(failure.message()).contains("${one.call.nothing.here} is not there.");
        }
    }

    @Test
    void holdsArgumentsAgainstTheOperationsSchemaBeforeItIsCalled() {
        try (ActionBench bench = new ActionBench(temp, NOTHING)) {
            bench.errands("""
                    [[operations]]
                    name = "run"
                    [operations.args]
                    type = "object"
                    [operations.args.properties]
                    errands = { type = "array", maxItems = 0 }
                    """);
            Action action = bench.action(echoes("one", "") + errand("two", "POST", "/messages", "optional = true"));

            Failure failure = failure(bench.run(action, "{}"));

            assertThat(failure.boundary()).isEqualTo(Boundary.ACTION);
            assertThat(failure.details()).containsEntry("reason", "bad_input").containsEntry("step", "two");
            assertThat(failure.message()).contains("/errands");
            assertThat(bench.upstream.requests()).isEmpty();
        }
    }

    @Test
    void holdsAResultAgainstTheOperationsSchemaAndPutsItBeforeAPersonWithoutTryingAgain() {
        try (ActionBench bench = new ActionBench(temp, answers("/messages", 200))) {
            bench.errands("""
                    [[operations]]
                    name = "run"
                    [operations.result]
                    type = "object"
                    required = ["posted"]
                    """);

            Failure failure = failure(bench.run(bench.action(errand("one", "GET", "/messages", "")), "{}"));

            assertThat(failure.failureClass()).isEqualTo(FailureClass.CONNECTOR_RUNTIME_ERROR);
            assertThat(failure.boundary()).isEqualTo(Boundary.SANDBOX);
            assertThat(failure.details())
                    .containsEntry("reason", "unexpected_shape")
                    .containsKey("review");
            assertThat(failure.message()).contains("'posted'");
            assertThat(bench.seen()).containsExactly("GET /messages");
        }
    }

    @Test
    void deniesAnOperationThatTheActionDoesNotDeclareWhoeverMadeTheAction() {
        try (ActionBench bench = new ActionBench(temp, NOTHING)) {
            Action read = bench.action(echoes("one", ""));
            List<Action.RequiredConnector> narrow = read.connectors().stream()
                    .map(c -> new Action.RequiredConnector(
                            c.name(), c.version(), c.hash(), List.of("other"), c.at(), c.hashAt()))
                    .toList();
            Action action = new Action(
                    read.name(),
                    read.version(),
                    read.source(),
                    narrow,
                    read.intent(),
                    read.inputs(),
                    read.approval(),
                    read.steps(),
                    read.description(),
                    read.body(),
                    read.hash());

            Failure failure = failure(bench.run(action, "{}"));

            assertThat(failure.failureClass()).isEqualTo(FailureClass.CAPABILITY_DENIED);
            assertThat(failure.boundary()).isEqualTo(Boundary.ACTION);
            assertThat(failure.details())
                    .containsEntry("requested", "echo")
                    .containsEntry("granted", List.of("other"))
                    .containsEntry("fix", "\"echo\"");
        }
    }

    @Test
    void refusesAnOperationThatTheManifestDoesNotDeclare() {
        try (ActionBench bench = new ActionBench(temp, NOTHING)) {
            bench.echo("[[operations]]\nname = \"other\"\n");

            assertThat(failure(bench.run(bench.action(echoes("one", "")), "{}")).message())
                    .contains("declares no operation \"echo\". It declares other.");
        }
    }

    @Test
    void verifiesTheBytesOfEachConnectorBeforeEveryExecution() throws IOException {
        try (ActionBench bench = new ActionBench(temp, NOTHING);
                ActionRunner runner = bench.runner()) {
            ActionCall call = ActionCall.of(bench.action(echoes("one", "")), json("{}"));
            Path manifest = bench.folders.resolve("errands").resolve("manifest.toml");
            String original = Files.readString(manifest);

            assertThat(runner.run(call).outcome()).isInstanceOf(Outcome.Succeeded.class);
            Files.writeString(manifest, original + "\n");
            Failure changed = failure(runner.run(call));
            Files.delete(manifest);
            Failure gone = failure(runner.run(call));
            Files.writeString(manifest, original);

            assertThat(changed.failureClass()).isEqualTo(FailureClass.HASH_MISMATCH);
            assertThat(changed.details()).containsEntry("subject", "local://tests/errands@1.0.0");
            assertThat(changed.details().get("actual"))
                    .isNotEqualTo(changed.details().get("expected"));
            assertThat(gone.failureClass()).isEqualTo(FailureClass.HASH_MISMATCH);
            assertThat(gone.message()).contains("was not found").doesNotContain(temp.toString());
            assertThat(runner.run(call).outcome()).isInstanceOf(Outcome.Succeeded.class);
        }
    }

    @Test
    void endsWithTheFirstFailureAsItsBoundaryMadeItAndRunsNothingAfterIt() {
        try (ActionBench bench = new ActionBench(temp, answers("/a", 200) + answers("/b", 404) + answers("/c", 200))) {
            Action action = bench.action(errand("first", "POST", "/a", "")
                    + errand("second", "POST", "/b", "")
                    + errand("third", "POST", "/c", ""));

            ActionOutcome outcome = bench.run(action, "{}");

            assertThat(failure(outcome).details())
                    .containsEntry("status", 404L)
                    .containsEntry("step", "second")
                    .containsEntry("completed_steps", List.of("first"));
            assertThat(bench.seen()).containsExactly("POST /a", "POST /b");
            assertThat(outcome.steps())
                    .extracting(StepEnd::status)
                    .containsExactly(StepEnd.Status.SUCCEEDED, StepEnd.Status.FAILED);
        }
    }

    @Test
    void retriesAStepAsItSays() {
        String busy = "[[exchange]]\nmatch = { path = \"/a\" }\nrespond = { status = 500, body = '{}' }\ntimes = 2\n";
        try (ActionBench bench = new ActionBench(temp, busy + answers("/a", 200))) {
            ActionOutcome outcome = bench.run(bench.action(errand("one", "POST+header", "/a", SOON)), "{}");

            assertThat(outcome.completedSteps()).containsExactly("one");
            assertThat(bench.seen()).hasSize(3);
        }
        try (ActionBench bench = new ActionBench(temp, busy + answers("/a", 200))) {
            Failure failure = failure(
                    bench.run(bench.action(errand("one", "POST+header", "/a", "idempotent = false\n" + SOON)), "{}"));

            assertThat(failure.retriable()).isFalse();
            assertThat(bench.seen()).hasSize(1);
        }
    }

    @Test
    void refusesAPolicyThatNobodyKnows() {
        try (ActionBench bench = new ActionBench(temp, NOTHING)) {
            assertThat(failure(bench.run(bench.action(errand("one", "POST", "/a", "retry = \"often\"")), "{}"))
                            .message())
                    .contains("there is no policy \"often\"");
        }
    }

    @Test
    void goesOnWithoutAnOptionalStepAndSaysSo() {
        try (ActionBench bench = new ActionBench(temp, answers("/a", 404) + answers("/b", 200))) {
            Action action = bench.action(errand("first", "POST", "/a", "optional = true")
                    + errand("if_failed", "POST", "/b", "when = \"first.failed\"")
                    + errand("if_succeeded", "POST", "/c", "when = \"first.succeeded\"")
                    + errand("after_skipped", "POST", "/d", "when = \"if_succeeded.failed\"")
                    + echoes("last", "lost = \"${first.key}\", skipped = \"${if_succeeded.key}\", done = 1"));

            ActionOutcome outcome = bench.run(action, "{}");

            assertThat(outcome.outcome()).isInstanceOfSatisfying(Outcome.Succeeded.class, succeeded -> {
                assertThat(succeeded.errors()).singleElement().satisfies(error -> {
                    assertThat(error.path("step").asText()).isEqualTo("first");
                    assertThat(error.path("lost").asText()).isEqualTo("local://tests/errands run");
                    assertThat(error.at("/error/class").asText()).isEqualTo("external_api_error");
                });
                assertThat(succeeded.output().at("/last/call/args")).isEqualTo(json("{\"done\":1}"));
                assertThat(succeeded.output().has("first")).isFalse();
            });
            assertThat(outcome.steps())
                    .extracting(StepEnd::status)
                    .containsExactly(
                            StepEnd.Status.LOST,
                            StepEnd.Status.SUCCEEDED,
                            StepEnd.Status.SKIPPED,
                            StepEnd.Status.SKIPPED,
                            StepEnd.Status.SUCCEEDED);
            assertThat(bench.seen()).containsExactly("POST /a", "POST /b");
        }
    }

    @Test
    void asksTheFallbackWhereNothingCanHaveBeenDone() {
        String fallback =
                "fallback = { connector = \"local://tests/echo\", op = \"other\", inputs = { instead = true } }\n";
        try (ActionBench bench = new ActionBench(temp, answers("/a", 404))) {
            ActionOutcome outcome = bench.run(
                    bench.action(errand("one", "GET", "/a", fallback) + echoes("two", "op = \"${one.call.op}\"")),
                    "{}");

            assertThat(outcome.steps())
                    .extracting(StepEnd::status)
                    .containsExactly(StepEnd.Status.FALLBACK, StepEnd.Status.SUCCEEDED);
            assertThat(output(outcome).at("/two/call/args/op").asText()).isEqualTo("other");
        }
        try (ActionBench bench = new ActionBench(temp, answers("/a", 404))) {
            assertThat(failure(bench.run(bench.action(errand("one", "POST", "/a", fallback)), "{}"))
                            .details())
                    .containsEntry("status", 404L);
        }
    }

    @Test
    void renewsWhatAStepIsGivenByTheStepThatItNames() {
        String stale =
                "[[exchange]]\nmatch = { path = \"/save\" }\nrespond = { status = 412, body = '{}' }\ntimes = 1\n";
        try (ActionBench bench = new ActionBench(temp, stale + answers("/save", 200) + answers("/look", 200))) {
            Action action = bench.action(errand("look", "GET", "/look", "") + step("save", "errands", "run", """
                            inputs = { errands = [{ method = "PUT", path = "/save", key = "header" }], seen = "${look.key}" }
                            refresh = "look"
                            """));

            ActionOutcome outcome = bench.run(action, "{}");

            assertThat(outcome.completedSteps()).containsExactly("look", "save");
            assertThat(bench.seen()).containsExactly("GET /look", "PUT /save", "GET /look", "PUT /save");
        }
    }

    @Test
    void whatARenewalMayHaveChangedUnderAKeyThatNobodyHasIsUncertain() {
        String script = answers("/look", 200) + "[[exchange]]\nmatch = { path = \"/save\" }\n"
                + "respond = { status = 412, body = '{}' }\n";
        for (String method : List.of("GET", "POST+header")) {
            try (ActionBench bench = new ActionBench(temp.resolve(method), script)) {
                Action action = bench.action(errand("look", method, "/look", "") + step("save", "errands", "run", """
                            inputs = { errands = [{ method = "PUT", path = "/save", key = "header" }], seen = "${look.key}" }
                            refresh = "look"
                            """));
                try (ActionRunner runner = bench.runner()) {
                    ActionOutcome outcome =
                            runner.run(ActionCall.of(action, json("{}")).withKey("order-17"));

                    assertThat(bench.seen()).hasSize(4);
                    assertThat(failure(outcome).sideEffects().effect())
                            .isEqualTo(method.equals("GET") ? Effect.REPEATABLE : Effect.UNCERTAIN);
                }
            }
        }
    }

    @Test
    void handsOnWhatAConnectorSaysOfItsPartialResult() {
        try (ActionBench bench = new ActionBench(temp, NOTHING)) {
            bench.put("nasty", """
                            [connector]
                            name = "local://tests/nasty"
                            version = "1.0.0"
                            [capabilities.runtime]
                            imports = ["log"]
                            """, "nasty");

            ActionOutcome outcome = bench.run(bench.action(step("one", "nasty", "other", "")), "{}");

            assertThat(((Outcome.Succeeded) outcome.outcome()).errors())
                    .singleElement()
                    .satisfies(error -> {
                        assertThat(error.path("step").asText()).isEqualTo("one");
                        assertThat(error.path("error").has("message")).isTrue();
                    });
            assertThat(outcome.steps().get(0).status()).isEqualTo(StepEnd.Status.PARTIAL);
            assertThat(outcome.outcome().transcript().logs()).isNotEmpty();
        }
    }

    @Test
    void doesNothingTwiceUnderTheSameKey() {
        String refusedOnce = """
                [[exchange]]
                match = { host = "backup.example.com:443" }
                fault = "connect_refused"
                times = 1
                """;
        try (ActionBench bench = new ActionBench(
                        temp,
                        answers("/a", 200) + refusedOnce + answers("/b", 200),
                        "api.example.com:443",
                        "backup.example.com:443");
                ActionRunner runner = bench.runner()) {
            bench.put("backup", """
                    [connector]
                    name = "local://tests/backup"
                    version = "1.0.0"
                    [capabilities.network]
                    hosts = ["backup.example.com:443"]
                    [capabilities.runtime]
                    imports = ["http_request", "http_response_read", "http_response_size", "http_response_status"]
                    """, "errands");
            Action action = bench.action(errand("first", "POST", "/a", "") + step("second", "backup", "run", """
                            inputs = { errands = [{ method = "POST", path = "/b", key = "none", host = "backup.example.com" }] }
                            retry = "none"
                            """));
            ActionCall call = ActionCall.of(action, json("{}")).withKey("order-17");

            assertThat(failure(runner.run(call)).details()).containsEntry("step", "second");
            ActionOutcome again = runner.run(ActionCall.of(action, json("{}")).withKey("order-17"));
            ActionOutcome onceMore =
                    runner.run(ActionCall.of(action, json("{}")).withKey("order-17"));

            assertThat(again.completedSteps()).containsExactly("first", "second");
            assertThat(onceMore.completedSteps()).containsExactly("first", "second");
            assertThat(bench.seen()).containsExactly("POST /a", "POST /b");
        }
    }

    @Test
    void runsManyActionsAtOnceOnConnectorsThatAreLoadedOnce() {
        try (ActionBench bench = new ActionBench(temp, NOTHING);
                ActionRunner runner = bench.runner()) {
            Action action = bench.action(input("n", "integer", "") + echoes("one", "n = \"${args.n}\""));

            List<CompletableFuture<ActionOutcome>> running = IntStream.range(0, 40)
                    .mapToObj(n -> CompletableFuture.supplyAsync(
                            () -> runner.run(ActionCall.of(action, json("{\"n\":" + n + "}"))),
                            task -> new Thread(task, "test-caller").start()))
                    .toList();

            for (int n = 0; n < running.size(); n++) {
                assertThat(output(running.get(n).join()).at("/one/call/args/n").intValue())
                        .isEqualTo(n);
            }
        }
    }

    @Test
    void endsBetweenStepsWhenItIsCancelled() {
        try (ActionBench bench = new ActionBench(temp, answers("/a", 200) + answers("/b", 200))) {
            Cancellation cancellation = new Cancellation();
            StepCaller cancelling = (call, journal) -> {
                var result = bench.recoveries.run(call);
                cancellation.cancel();
                return result;
            };
            try (ActionRunner runner = bench.runner(cancelling, builder -> builder)) {
                Action action = bench.action(errand("first", "POST", "/a", "") + errand("second", "POST", "/b", ""));

                ActionOutcome outcome =
                        runner.run(ActionCall.of(action, json("{}")).endedBy(cancellation));

                assertThat(outcome.outcome()).isInstanceOf(Outcome.Cancelled.class);
                assertThat(outcome.completedSteps()).containsExactly("first");
                assertThat(bench.seen()).containsExactly("POST /a");
            }
        }
    }

    @Test
    void endsWithinAStepWhenItIsCancelled() {
        try (ActionBench bench =
                        new ActionBench(temp, "[[exchange]]\nmatch = { path = \"/slow\" }\nfault = \"stall\"\n");
                ActionRunner runner = bench.runner()) {
            Cancellation cancellation = new Cancellation();
            Action action = bench.action(echoes("first", "") + errand("second", "POST", "/slow", ""));
            Thread canceller = new Thread(() -> {
                while (bench.upstream.requests().isEmpty()) {
                    Thread.onSpinWait();
                }
                cancellation.cancel();
            });
            canceller.start();

            ActionOutcome outcome = runner.run(ActionCall.of(action, json("{}")).endedBy(cancellation));

            assertThat(outcome.outcome()).isInstanceOf(Outcome.Cancelled.class);
            assertThat(outcome.steps())
                    .extracting(StepEnd::status)
                    .containsExactly(StepEnd.Status.SUCCEEDED, StepEnd.Status.CANCELLED);
        }
    }

    @Test
    void endsTheStepThatRunsWhenTheTimeIsUpThatTheCallerGave() {
        try (ActionBench bench =
                        new ActionBench(temp, "[[exchange]]\nmatch = { path = \"/slow\" }\nfault = \"stall\"\n");
                ActionRunner runner = bench.runner()) {
            Action action = bench.action(echoes("first", "") + errand("second", "POST", "/slow", ""));
            ActionCall call = ActionCall.of(action, json("{}"));
            ActionOutcome warm = runner.run(call.endedBy(new Cancellation()).within(Duration.ofMillis(1)));

            ActionOutcome outcome = runner.run(call.within(Duration.ofSeconds(3)));

            assertThat(failure(warm).details())
                    .containsEntry("limit", "wall_time")
                    .containsEntry("configured", 1L);
            assertThat(bench.upstream.requests()).hasSize(1);
            assertThat(failure(outcome).message()).contains("its caller allowed", "Give it more time");
            assertThat(failure(outcome).details())
                    .containsEntry("limit", "wall_time")
                    .containsEntry("wall_time_in", "service")
                    .containsEntry("configured", 3_000L)
                    .containsEntry("step", "second")
                    .containsEntry("request_sent", true);
            assertThat(failure(outcome).sideEffects().effect()).isNotEqualTo(Effect.NONE);
        }
    }

    @Test
    void runsNothingThatWasCancelledBeforehandOrWhoseThreadIsInterrupted() {
        try (ActionBench bench = new ActionBench(temp, NOTHING);
                ActionRunner runner = bench.runner()) {
            Action action = bench.action(errand("one", "POST", "/a", ""));
            Cancellation cancelled = new Cancellation();
            cancelled.cancel();

            assertThat(runner.run(ActionCall.of(action, json("{}")).endedBy(cancelled))
                            .outcome())
                    .isInstanceOf(Outcome.Cancelled.class);
            Thread.currentThread().interrupt();
            assertThat(runner.run(ActionCall.of(action, json("{}"))).outcome()).isInstanceOf(Outcome.Cancelled.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(bench.upstream.requests()).isEmpty();
        }
    }

    @Test
    void asksForApprovalOnlyWhatCouldRunAndRunsNothingThatIsNotApproved() {
        String approval = "[approval]\nrequired = true\npreview = \"Send ${args.text}?\"\n";
        try (ActionBench bench = new ActionBench(temp, NOTHING)) {
            List<String> asked = new ArrayList<>();
            Action action = bench.action(approval + input("text", "string", "") + errand("one", "POST", "/a", ""));
            try (ActionRunner runner = bench.runner(builder -> builder.approver(Approver.of("alice", request -> {
                asked.add(request.preview());
                return false;
            })))) {
                Failure refused = failure(runner.run(ActionCall.of(action, json("{\"text\":\"hello \\u001b[2J\"}"))));
                Failure unready = failure(runner.run(ActionCall.of(action, json("{}"))));

                assertThat(refused.failureClass()).isEqualTo(FailureClass.CAPABILITY_DENIED);
                assertThat(refused.boundary()).isEqualTo(Boundary.ACTION);
                assertThat(refused.message()).contains("alice was asked and did not approve it");
                assertThat(unready.details()).containsEntry("reason", "bad_input");
                assertThat(asked).containsExactly("Send hello [2J?");
                assertThat(bench.upstream.requests()).isEmpty();
            }
        }
    }

    @Test
    void refusesArgumentsThatNestTooDeep() {
        try (ActionBench bench = new ActionBench(temp, NOTHING)) {
            Action action = bench.action(input("deep", "array", "") + echoes("one", "a = { b = \"${args.deep}\" }"));

            assertThat(failure(bench.run(action, "{\"deep\":" + "[".repeat(999) + "]".repeat(999) + "}"))
                            .message())
                    .contains("nest deeper than 1000 levels");
        }
    }

    @Test
    void reportsAFaultOfAirlocksOwnWithoutThrowing() {
        try (ActionBench bench = new ActionBench(temp, NOTHING)) {
            List<Throwable> faults = new ArrayList<>();
            AtomicInteger calls = new AtomicInteger();
            StepCaller broken = (call, journal) -> {
                if (calls.incrementAndGet() == 2) {
                    throw new IllegalStateException("secret of the host");
                }
                return bench.recoveries.run(call);
            };
            try (ActionRunner runner = bench.runner(
                    broken,
                    builder -> builder.hostFaults((id, fault) -> {
                        faults.add(fault);
                        throw new AssertionError("deaf");
                    }))) {
                Failure failure = failure(
                        runner.run(ActionCall.of(bench.action(echoes("one", "") + echoes("two", "")), json("{}"))));

                assertThat(failure.details())
                        .containsEntry("reason", "host_fault")
                        .containsEntry("step", "two")
                        .containsEntry("completed_steps", List.of("one"));
                assertThat(failure.message()).doesNotContain("secret");
                assertThat(faults).hasSize(1);
            }
        }
    }

    @Test
    void givesEachStepAnAuditIdAndTheCallersNameOfItsOwn() {
        try (ActionBench bench = new ActionBench(temp, NOTHING)) {
            List<RecoveryCall> calls = new ArrayList<>();
            StepCaller recording = (call, journal) -> {
                calls.add(call);
                return bench.recoveries.run(call);
            };
            try (ActionRunner runner = bench.runner(recording, builder -> builder)) {
                Action action = bench.action(echoes("one", "") + echoes("two", ""));

                ActionOutcome outcome = runner.run(
                        ActionCall.of(action, json("{}")).actingFor("agent-7").withKey("order-17"));

                assertThat(calls).extracting(call -> call.identity().actor()).containsExactly("agent-7", "agent-7");
                assertThat(calls)
                        .extracting(call -> call.identity().key())
                        .containsExactly(Optional.of("order-17.one"), Optional.of("order-17.two"));
                assertThat(outcome.steps())
                        .extracting(end -> end.auditId().orElseThrow())
                        .containsExactlyElementsOf(calls.stream()
                                .map(call -> call.identity().auditId().orElseThrow())
                                .toList())
                        .doesNotContain(outcome.auditId());
            }
        }
    }

    private static Failure failure(ActionOutcome outcome) {
        assertThat(outcome.outcome()).isInstanceOf(Outcome.Failed.class);
        return ((Outcome.Failed) outcome.outcome()).failure();
    }

    private static com.fasterxml.jackson.databind.node.ObjectNode output(ActionOutcome outcome) {
        assertThat(outcome.outcome()).as(outcome.toString()).isInstanceOf(Outcome.Succeeded.class);
        return ((Outcome.Succeeded) outcome.outcome()).output();
    }
}
