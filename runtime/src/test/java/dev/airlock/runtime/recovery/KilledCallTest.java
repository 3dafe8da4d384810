package dev.airlock.runtime.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.effect.Effect;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.journal.Journal;
import dev.airlock.runtime.recovery.result.Result;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A process is killed after its request was sent and before there is an outcome. */
@Execution(ExecutionMode.CONCURRENT)
class KilledCallTest {
    @TempDir
    Path temp;

    @Test
    void whoeverRepeatsTheKeyIsToldAtOnceThatItIsInDoubtAndNothingIsSentTwice() throws Exception {
        Process process = start();
        try {
            assertThat(said(process)).isEqualTo(CallingUntilKilled.SENT);
            assertThat(repeated()).as("while it runs").containsEntry("key_state", "running");
        } finally {
            process.destroyForcibly().waitFor(); // SIGKILL
        }
        for (int caller = 0; caller < 2; caller++) {
            assertThat(repeated())
                    .as("when it is gone")
                    .containsEntry("reason", "key_reused")
                    .containsEntry("key_state", "in_doubt");
        }
    }

    @Test
    void whoeverRepeatsTheCallInItsConversationIsToldThatNobodyKnowsHowItEnded() throws Exception {
        Process process = start(CallingUntilKilled.CONVERSATION);
        try {
            assertThat(said(process)).isEqualTo(CallingUntilKilled.SENT);
        } finally {
            process.destroyForcibly().waitFor(); // SIGKILL
        }
        try (RecoveryBench bench = new RecoveryBench(temp, "[[exchange]]\nrespond = { status = 200, body = '{}' }\n")) {
            RecoveryCall call = RecoveryCall.of(bench.errands(""), RecoveryBench.errandsOf("POST /messages"));
            for (int caller = 0; caller < 2; caller++) {
                Result.Failed refused = (Result.Failed)
                        bench.recoveries().runIn(CallingUntilKilled.CONVERSATION, call, false, Journal.none());
                assertThat(refused.failure().message()).contains("its outcome is not known", "insisting()");
                assertThat(refused.sideEffects().effect()).isEqualTo(Effect.UNCERTAIN);
                assertThat(refused.failure().details()).containsEntry("key_state", "in_doubt");
            }
            assertThat(bench.upstream.requests()).isEmpty();
            assertThat(bench.time.elapsed()).isZero();
            assertThat(bench.recoveries().runIn(CallingUntilKilled.CONVERSATION, call, true, Journal.none()))
                    .isInstanceOf(Result.Succeeded.class);
        }
    }

    /** Returns the details of the next caller's failure. */
    private Map<String, Object> repeated() {
        try (RecoveryBench bench = new RecoveryBench(temp, "[[exchange]]\nrespond = { status = 200, body = '{}' }\n")) {
            Result.Failed result = (Result.Failed) bench.recoveries()
                    .run(RecoveryCall.of(bench.errands(""), RecoveryBench.errandsOf("POST /messages"))
                            .as(RecoveryCall.Identity.ofKey(CallingUntilKilled.KEY)));
            assertThat(bench.upstream.requests()).isEmpty();
            if ("in_doubt".equals(result.failure().details().get("key_state"))) {
                assertThat(bench.time.elapsed()).isEqualTo(Duration.ZERO);
                assertThat(result.failure().message()).contains("Check the service", "with a new key");
            }
            return result.failure().details();
        }
    }

    private Process start(String... more) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Stream<String> command = Stream.of(
                java.toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dairlock.root=" + System.getProperty("airlock.root"),
                "-cp",
                System.getProperty("java.class.path"),
                CallingUntilKilled.class.getName(),
                temp.toString());
        return new ProcessBuilder(Stream.concat(command, Stream.of(more)).toList())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String said(Process process) throws IOException {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
    }
}
