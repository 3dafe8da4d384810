package dev.airlock.runtime.actions.tools;

import static dev.airlock.runtime.actions.ActionBench.NOTHING;
import static dev.airlock.runtime.actions.ActionBench.answers;
import static dev.airlock.runtime.actions.ActionBench.echoes;
import static dev.airlock.runtime.actions.ActionBench.errand;
import static dev.airlock.runtime.actions.ActionBench.input;
import static dev.airlock.runtime.actions.ActionBench.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.manifests.actions.Action;
import dev.airlock.runtime.actions.ActionBench;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.actions.ActionRunner;
import dev.airlock.runtime.actions.step.StepCaller;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.Transcript;
import dev.airlock.sandbox.api.Usage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The results in a conversation: one for each call, whatever happens. */
class ActionToolsTest {
    private static final String AUDIT_ID = "audit_id: audit-[0-9a-f-]{36}";

    @TempDir
    Path temp;

    @Test
    void saysWhatAnActionGave() {
        try (ActionBench bench = new ActionBench(temp, NOTHING)) {
            ToolResult result = call(
                    bench,
                    bench.action(input("n", "integer", "") + echoes("one", "n = \"${args.n}\"")),
                    "{\"n\":9007199254740993}");

            assertThat(result.toolCallId()).isEqualTo("call_1");
            assertThat(result.kind()).isEqualTo(ToolResult.Kind.SUCCEEDED);
            assertThat(result.isError()).isFalse();
            assertThat(result.content())
                    .matches("(?s)Action 'test' succeeded\\.\n\\{\"one\":\\{.*\"n\":9007199254740993.*\n" + AUDIT_ID);
            assertThat(result.toJson().fieldNames()).toIterable().containsExactly("tool_call_id", "role", "content");
        }
    }

    @Test
    void saysClassCauseNextStepWhatWasDoneAndTheAuditIdOfAFailure() {
        try (ActionBench bench = new ActionBench(temp, answers("/a", 200) + answers("/b", 404))) {
            ToolResult result = call(
                    bench, bench.action(errand("first", "POST", "/a", "") + errand("second", "POST", "/b", "")), "{}");

            assertThat(result.kind()).isEqualTo(ToolResult.Kind.FAILED);
            assertThat(result.content())
                    .startsWith("Action 'test' failed: external_api_error (")
                    .contains(
                            "404",
                            "The same call will fail again",
                            "Done before that, and not undone: first. Calling the action again may do it again.")
                    .containsPattern(AUDIT_ID)
                    .doesNotContain(temp.toString(), "dev.airlock", "Exception");
        }
    }

    @Test
    void saysThatAStepWhoseAnswerWasLostMayHaveTakenEffect() {
        try (ActionBench bench =
                new ActionBench(temp, "[[exchange]]\nmatch = { path = \"/a\" }\nfault = \"reset_after_request\"\n")) {
            assertThat(call(bench, bench.action(errand("first", "POST", "/a", "")), "{}")
                            .content())
                    .contains("network_error", "Step first may have taken effect all the same");
        }
    }

    @Test
    void saysWhatAPartialResultLacks() {
        try (ActionBench bench = new ActionBench(temp, answers("/a", 404))) {
            ToolResult result = call(
                    bench, bench.action(errand("first", "GET", "/a", "optional = true") + echoes("second", "")), "{}");

            assertThat(result.kind()).isEqualTo(ToolResult.Kind.PARTIAL);
            assertThat(result.content())
                    .startsWith(
                            "Action 'test' succeeded in part.\nNot done: step first: {\"class\":\"external_api_error\"");
        }
    }

    @Test
    void boundsWhatAConversationIsTold() {
        ObjectNode output = json("{}").put("text", "\ud83d\udd26".repeat(ToolText.LONGEST_OUTPUT));
        List<ObjectNode> errors =
                Collections.nCopies(5_000, json("{\"step\":\"one\"}").put("error", "\u202e" + "x".repeat(50_000)));
        Outcome.Succeeded partial = new Outcome.Succeeded(output, errors, Usage.none(0), Transcript.EMPTY);
        try (ActionBench bench = new ActionBench(temp, NOTHING)) {
            String content = ToolText.of(
                            "call_1",
                            bench.action(echoes("one", "")),
                            new ActionOutcome(AuditId.random(), partial, List.of(), Optional.empty(), true))
                    .content();

            assertThat(content).hasSizeLessThan(250_000).contains("Not done: 4980 more errors.");
            assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(content)).isTrue();
        }
    }

    @Test
    void saysThatAnActionWasDenied() {
        try (ActionBench bench = new ActionBench(temp, NOTHING)) {
            ToolResult result =
                    call(bench, bench.action("[approval]\nrequired = true\n" + errand("one", "POST", "/a", "")), "{}");

            assertThat(result.kind()).isEqualTo(ToolResult.Kind.DENIED);
            assertThat(result.content())
                    .startsWith("Action 'test' was not run: capability_denied (")
                    .contains("needs approval");
        }
    }

    @Test
    void saysThatAnActionWasCancelledAndWhatWasDone() {
        try (ActionBench bench = new ActionBench(temp, answers("/a", 200))) {
            Cancellation cancellation = new Cancellation();
            StepCaller cancelling = (call, journal) -> {
                var made = bench.recoveries.run(call);
                cancellation.cancel();
                return made;
            };
            Action action = bench.action(errand("first", "POST", "/a", "") + errand("second", "POST", "/b", ""));
            try (ActionRunner runner = bench.runner(cancelling, builder -> builder)) {
                ToolResult result = RunnerTools.of(runner, List.of(action))
                        .call(new ToolCall("call_1", "test", "{}"), cancellation);

                assertThat(result.kind()).isEqualTo(ToolResult.Kind.CANCELLED);
                assertThat(result.content())
                        .startsWith("Action 'test' was cancelled.\nDone before that, and not undone: first.");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tset", "", "../../etc/passwd", "\u001b[2Jtest\u202e", "a name that is nowhere near"})
    void answersACallOfWhatIsNotThere(String name) {
        try (ActionBench bench = new ActionBench(temp, NOTHING);
                ActionRunner runner = bench.runner()) {
            ToolResult result = RunnerTools.of(runner, List.of(bench.action(echoes("one", ""))))
                    .call(new ToolCall("call_9", name, "{}"), new Cancellation());

            assertThat(result.toolCallId()).isEqualTo("call_9");
            assertThat(result.kind()).isEqualTo(ToolResult.Kind.UNKNOWN);
            assertThat(result.content())
                    .startsWith("There is no action ")
                    .contains("test")
                    .doesNotContain("\u001b", "\u202e");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "nonsense", "{\"a\":1,\"a\":2}", "{} {}", "\"{}\"", "{\"unknown\":1}", "{\"a\":"})
    void answersACallWithArgumentsThatAreNone(String arguments) {
        try (ActionBench bench = new ActionBench(temp, NOTHING)) {
            ToolResult result = call(bench, bench.action(echoes("one", "")), arguments);

            assertThat(result.kind()).isEqualTo(ToolResult.Kind.FAILED);
            assertThat(result.content())
                    .startsWith("Action 'test' was not run: connector_runtime_error (")
                    .containsPattern(AUDIT_ID);
        }
    }

    @Test
    void tellsOfWrongArgumentsTheFieldAndOnceWhatToDo() {
        try (ActionBench bench = new ActionBench(temp, NOTHING)) {
            ToolResult result = call(
                    bench,
                    bench.action(input("count", "integer", "") + echoes("one", "n = \"${args.count}\"")),
                    "{\"count\":\"many\"}");

            assertThat(told(result)).isEqualTo("""
                    Action 'test' was not run: connector_runtime_error (Action test was not run, because its inputs do not fit: \
                    /count: string found, integer expected. Correct it and call again.)
                    effect: none, request_sent: false
                    audit_id: AUDIT_ID
                    """);
        }
    }

    @Test
    void tellsOfAServiceThatWasAskedTooOftenHowLongItAsksToWait() {
        try (ActionBench bench = new ActionBench(temp, """
                [[exchange]]
                match = { path = "/a" }
                respond = { status = 429, headers = { retry-after = "700" }, body = '{}' }
                """)) {
            ToolResult result = call(bench, bench.action(errand("first", "GET", "/a", "")), "{}");

            assertThat(told(result)).isEqualTo("""
                    Action 'test' failed: external_api_error (api.example.com:443 answered 429. The connector says: “The service \
                    answered with status 429”. The service asks to wait 700 s.)
                    The connector's details: {"status":429}
                    The service asks to wait 700 s; the same call may work after that.
                    effect: none, request_sent: true
                    audit_id: AUDIT_ID
                    """);
        }
    }

    /** Returns the content of a result, without the parts that are unique to a call. */
    private static String told(ToolResult result) {
        return result.content()
                        .replaceAll("audit-[0-9a-f-]{36}", "AUDIT_ID")
                        .replaceAll("idempotency_key: [0-9a-f-]+", "idempotency_key: KEY")
                + "\n";
    }

    @Test
    void takesNoArgumentsForAnEmptyObject() {
        try (ActionBench bench = new ActionBench(temp, NOTHING)) {
            assertThat(call(bench, bench.action(echoes("one", "")), " ").kind()).isEqualTo(ToolResult.Kind.SUCCEEDED);
        }
    }

    @Test
    void answersEvenWhenAirlockItselfFails() {
        try (ActionBench bench = new ActionBench(temp, NOTHING)) {
            StepCaller broken = (call, journal) -> {
                throw new IllegalStateException("/home/somebody/secret");
            };
            try (ActionRunner runner = bench.runner(broken, builder -> builder)) {
                ToolResult result = RunnerTools.of(runner, List.of(bench.action(echoes("one", ""))))
                        .call(new ToolCall("call_1", "test", "{}"), new Cancellation());

                assertThat(result.kind()).isEqualTo(ToolResult.Kind.FAILED);
                assertThat(result.content()).contains("correlation id").doesNotContain("secret", "IllegalState");
            }
        }
    }

    @Test
    void describesEachActionWithASchemaOfItsParameters() {
        ToolDefinition definition = ToolDefinition.of(ActionBench.sample("ship-update.md"));

        assertThat(definition.toJson()).isEqualTo(json("""
                {"name":"ship-update",
                 "description":"Files an issue that says what was shipped, and posts a link to it in a chat channel.",
                 "parameters":{"type":"object","properties":{
                   "project":{"type":"string","description":"The project's name in the issue tracker.","default":"lighthouse"},
                   "summary":{"type":"string","description":"One line that says what was shipped."},
                   "details":{"type":"string","description":"More about it, in Markdown."},
                   "channel_id":{"type":"integer","description":"The number of the chat channel that is told."}},
                  "required":["summary","channel_id"],"additionalProperties":false}}"""));
    }

    @Test
    void takesTwoActionsOfOneNameForAMistake() {
        try (ActionBench bench = new ActionBench(temp, NOTHING);
                ActionRunner runner = bench.runner()) {
            Action action = bench.action(echoes("one", ""));

            assertThatThrownBy(() -> RunnerTools.of(runner, List.of(action, action)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("two tools are called test");
        }
    }

    private static ToolResult call(ActionBench bench, Action action, String arguments) {
        try (ActionRunner runner = bench.runner()) {
            return RunnerTools.of(runner, List.of(action))
                    .call(new ToolCall("call_1", "test", arguments), new Cancellation());
        }
    }
}
