package dev.airlock.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import dev.airlock.cli.Golden;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.Reason;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.call.Trap;
import java.util.Arrays;
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
                        Arrays.stream(Trap.values()).map(Trap::wireName))
                .flatMap(all -> all);
    }

    @ParameterizedTest
    @MethodSource("words")
    void explainsEveryWordOfAFailure(String word) {
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
