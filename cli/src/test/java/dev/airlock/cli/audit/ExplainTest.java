package dev.airlock.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import dev.airlock.cli.Golden;
import dev.airlock.conformance.Check;
import dev.airlock.failures.Boundary;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.failures.Reason;
import dev.airlock.failures.effect.Effect;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.limit.WaitedFor;
import dev.airlock.failures.limit.WallTimeIn;
import dev.airlock.runtime.actions.step.StepEnd;
import dev.airlock.runtime.actions.tools.ToolResult;
import dev.airlock.runtime.audit.chain.AuditProblem;
import dev.airlock.runtime.audit.event.AuditKind;
import dev.airlock.runtime.audit.key.EndSeal;
import dev.airlock.runtime.recovery.policy.Verdict;
import dev.airlock.sandbox.api.LoadPhase;
import dev.airlock.sandbox.call.Trap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ExplainTest {
    static Stream<String> words() {
        return Stream.of(
                        Arrays.stream(FailureClass.values()).map(FailureClass::wireName),
                        Arrays.stream(Reason.values()).map(Reason::wireName),
                        Arrays.stream(LimitName.values())
                                .map(LimitName::wireName)
                                .distinct(),
                        Arrays.stream(Trap.values()).map(Trap::wireName),
                        Arrays.stream(Boundary.values()).map(Boundary::wireName),
                        Arrays.stream(Effect.values()).map(Effect::wireName),
                        Arrays.stream(NetworkFailureKind.values()).map(NetworkFailureKind::wireName),
                        Arrays.stream(WallTimeIn.values()).map(WallTimeIn::wireName),
                        Arrays.stream(WaitedFor.values()).map(WaitedFor::wireName),
                        Arrays.stream(LoadPhase.values()).map(LoadPhase::word),
                        Arrays.stream(Verdict.values()).map(Verdict::wireName),
                        Arrays.stream(StepEnd.Status.values()).map(StepEnd.Status::wireName),
                        Arrays.stream(ToolResult.Kind.values()).map(ToolResult.Kind::wireName),
                        Arrays.stream(AuditKind.values()).map(AuditKind::wireName),
                        Arrays.stream(AuditProblem.Kind.values()).map(AuditProblem.Kind::wireName),
                        Arrays.stream(EndSeal.values()).map(EndSeal::wireName),
                        Arrays.stream(Check.values()).map(Check::id),
                        details())
                .flatMap(all -> all)
                .distinct();
    }

    /** Returns the details that the table of classes names. */
    private static Stream<String> details() {
        try {
            return Files.readAllLines(CommandRun.ROOT.resolve("src/abi/failure-classes.md")).stream()
                    .filter(line -> line.startsWith("| `"))
                    .map(line -> line.split("\\|")[4])
                    .flatMap(cell -> Pattern.compile("`(\\w+)`").matcher(cell).results())
                    .map(found -> found.group(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("words")
    void explainsEveryWordThatAirlockPrints(String word) {
        CommandRun.Result result = CommandRun.run("explain", word);

        assertThat(result.exitCode()).as(result.all()).isZero();
        assertThat(result.out()).startsWith(word + ": ").doesNotContain("`").doesNotContain("](");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    effect          | detail | what the whole call may have changed
                    request_sent    | detail | whether any byte of any request went out
                    idempotency_key | detail | the key of the call
                    none            | effect | nothing was sent
                    repeatable      | effect | call again under the same idempotency_key
                    uncertain       | effect | look at the service first
                    key_reused      | reason | give each call a key of its own
                    """)
    void saysWhatTheWordsMeanThatStandInEveryFailure(String word, String kind, String text) {
        CommandRun.Result result = CommandRun.run("explain", word);

        assertThat(result.exitCode()).as(result.all()).isZero();
        assertThat(result.out()).contains(word + ": " + kind, text);
    }

    @Test
    void saysWhatAClassMeansAndWhatToDo() {
        CommandRun.Result result = CommandRun.run("explain", "capability_denied");

        Golden.assertMatches("explain-class", result);
    }

    @Test
    void takesARowAboutOneValueForNoOtherWord() {
        assertThat(CommandRun.run("explain", "host_busy").out())
                .startsWith("host_busy: limit of resource_limit_exceeded\n");
        assertThat(CommandRun.run("explain", "resource_limit_exceeded").out())
                .startsWith("resource_limit_exceeded: class\n")
                .contains("resource_limit_exceeded: class with limit = host_busy\n");
        assertThat(CommandRun.run("explain", "limit").all()).doesNotContain("others held it");
    }

    @Test
    void listsItsWords() {
        assertThat(CommandRun.run("explain", "--list").out().lines())
                .isSorted()
                .contains("capability_denied", "repeat_unsafe", "retry.one-effect");
        assertThat(CommandRun.run("explain", "--list", "--json").json().at("/words"))
                .hasSizeGreaterThan(150);
        assertThat(CommandRun.run("explain").err()).contains("Name a word, or --list.");
        assertThat(CommandRun.run("explain", "quetzalcoatl").err()).contains("airlock explain --list");
    }

    @Test
    void namesTheNearestWord() {
        CommandRun.Result result = CommandRun.run("explain", "capability_denid");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("did you mean capability_denied?");
    }

    @Test
    void explainsACallByItsAuditId() {
        CommandRun.Result run = CommandRun.run("run", "traps", "go", "--json");
        String id = run.json().at("/error/audit_id").asText();

        CommandRun.Result result = CommandRun.run("explain", id);

        assertThat(result.exitCode()).as(result.all()).isZero();
        assertThat(result.out())
                .isEqualTo(CommandRun.run("audit", "explain", id).out())
                .contains("connector_runtime_error");
    }
}
