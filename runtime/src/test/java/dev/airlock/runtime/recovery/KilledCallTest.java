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
        Process process = start("POST /messages");
        try {
            assertThat(said(process)).isEqualTo(CallingUntilKilled.SENT);
            assertThat(repeated("POST /messages")).as("while it runs").containsEntry("key_state", "running");
        } finally {
            process.destroyForcibly().waitFor(); // SIGKILL
        }
        for (int caller = 0; caller < 2; caller++) {
            assertThat(repeated("POST /messages"))
                    .as("when it is gone")
                    .containsEntry("reason", "key_reused")
                    .containsEntry("key_state", "in_doubt")
                    .containsEntry("review", "review-1");
        }
    }

    @Test
    void aCallOfWhichEveryRequestBoreTheKeyIsTakenOver() throws Exception {
        assertTakenOver("POST+header /messages", Effect.REPEATABLE);
    }

    @Test
    void aCallThatOnlyReadIsTakenOver() throws Exception {
        assertTakenOver("GET /messages", Effect.NONE);
    }

    /** Kills a call, and repeats it: first at a service that fails, then at one that works. */
    private void assertTakenOver(String errand, Effect earlier) throws Exception {
        Process process = start(errand);
        try {
            assertThat(said(process)).isEqualTo(CallingUntilKilled.SENT);
        } finally {
            process.destroyForcibly().waitFor(); // SIGKILL
        }
        RecoveryCall.Identity key = RecoveryCall.Identity.ofKey(CallingUntilKilled.KEY);
        try (RecoveryBench bench = new RecoveryBench(temp, "[[exchange]]\nfault = \"connect_refused\"\n")) {
            RecoveryCall call = RecoveryCall.of(bench.errands(""), RecoveryBench.errandsOf(errand));
            Result.Failed failed = (Result.Failed) bench.recoveries().run(call.as(key));
            assertThat(failed.effect()).as("what the killed one may have done").isEqualTo(earlier);
            assertThat(failed.failure().sideEffects().idempotencyKey()).contains(CallingUntilKilled.KEY);
            assertThat(bench.trace.text()).contains("suppressed: doubt about audit-");
        }
        try (RecoveryBench bench = new RecoveryBench(temp, "[[exchange]]\nrespond = { status = 200, body = '{}' }\n")) {
            RecoveryCall call = RecoveryCall.of(bench.errands(""), RecoveryBench.errandsOf(errand));
            assertThat(bench.recoveries().run(call.as(key)).recorded()).isEmpty();
            assertThat(bench.recoveries().run(call.as(key)).recorded()).isPresent();
            assertThat(bench.upstream.requests()).hasSize(1);
            assertThat(bench.store.reviews().list(true)).isEmpty();
        }
    }

    @Test
    void whoeverRepeatsTheCallInItsConversationIsToldThatNobodyKnowsHowItEnded() throws Exception {
        Process process = start("POST /messages", CallingUntilKilled.CONVERSATION);
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
    private Map<String, Object> repeated(String errand) {
        try (RecoveryBench bench = new RecoveryBench(temp, "[[exchange]]\nrespond = { status = 200, body = '{}' }\n")) {
            Result.Failed result = (Result.Failed) bench.recoveries()
                    .run(RecoveryCall.of(bench.errands(""), RecoveryBench.errandsOf(errand))
                            .as(RecoveryCall.Identity.ofKey(CallingUntilKilled.KEY)));
            assertThat(bench.upstream.requests()).isEmpty();
            if ("in_doubt".equals(result.failure().details().get("key_state"))) {
                assertThat(bench.time.elapsed()).isEqualTo(Duration.ZERO);
                assertThat(result.failure().message())
                        .contains("It may have sent POST to api.example.com:443 without the key.")
                        .contains("Check the service", "with a new key");
            }
            return result.failure().details();
        }
    }

    private Process start(String errand, String... more) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Stream<String> command = Stream.of(
                java.toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dairlock.root=" + System.getProperty("airlock.root"),
                "-cp",
                System.getProperty("java.class.path"),
                CallingUntilKilled.class.getName(),
                temp.toString(),
                errand);
        return new ProcessBuilder(Stream.concat(command, Stream.of(more)).toList())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String said(Process process) throws IOException {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
    }
}
