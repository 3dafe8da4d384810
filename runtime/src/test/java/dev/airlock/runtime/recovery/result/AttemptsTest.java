package dev.airlock.runtime.recovery.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.effect.Effect;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.runtime.recovery.RecoveryBench;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.call.Target;
import dev.airlock.runtime.recovery.policy.CallSource;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.runtime.recovery.policy.RetryPreset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The attempts in the details of a call, on real connectors and sockets. */
class AttemptsTest {
    private static final String OVERLOADED =
            "[[exchange]]\nmatch = { path = \"/b\" }\nrespond = { status = 503, body = '{}' }\n";
    private static final String OK = "[[exchange]]\nrespond = { status = 200, body = '{}' }\n";

    @TempDir
    Path temp;

    @Test
    void usageIsTheSumOverTheAttemptsAndTheLastOneStandsApart() {
        try (RecoveryBench bench = new RecoveryBench(temp, OVERLOADED + "times = 2\n" + OK)) {
            Result result = bench.recoveries()
                    .run(call(bench.errands(""), RecoveryBench.errandsOf("GET /a", "GET /b"), RetryPolicy.standard()));

            assertThat(result).isInstanceOf(Result.Succeeded.class);
            assertThat(result.attempts()).hasSize(3);
            assertThat(result.outcome().usage().exchanges()).isEqualTo(6);
            assertThat(result.lastUsage().orElseThrow().exchanges()).isEqualTo(2);
            assertThat(result.outcome().usage().fuel())
                    .isEqualTo(result.attempts().stream()
                            .mapToLong(attempt -> attempt.usage().fuel())
                            .sum());
        }
    }

    @Test
    void theMiddleOfManyAttemptsIsOneEntryThatCountsThem() {
        try (RecoveryBench bench = new RecoveryBench(temp, OVERLOADED)) {
            Result result = bench.recoveries()
                    .run(call(bench.errands(""), RecoveryBench.errandsOf("GET /b"), RetryPreset.UNATTENDED.policy()));
            List<Attempt> attempts = result.attempts();
            List<Map<String, Object>> entries = AttemptList.of(attempts);

            assertThat(attempts).hasSizeGreaterThan(AttemptList.MOST);
            assertThat(entries).hasSize(21);
            assertThat(entries.get(10))
                    .containsEntry("omitted", attempts.size() - 20)
                    .containsEntry("classes", Map.of("external_api_error", attempts.size() - 20L))
                    .containsEntry("effect", "repeatable")
                    .containsEntry("request_sent", true);
            assertThat(entries.get(20)).containsEntry("number", attempts.size());
        }
    }

    @Test
    void anAttemptThatTheBudgetCutSurfacesAsWhatLedToIt() {
        try (RecoveryBench bench = new RecoveryBench(temp, OVERLOADED)) {
            ObjectNode args = RecoveryBench.errandsOf("GET /b").put("then", "report");
            args.putObject("later").put("then", "sleep");

            Result.Failed result = (Result.Failed)
                    bench.recoveries().run(call(bench.endsAfter("3s", ""), args, RetryPolicy.standard()));

            assertThat(result.attempts()).hasSize(2);
            assertThat(result.failure().failureClass()).isEqualTo(FailureClass.EXTERNAL_API_ERROR);
            assertThat(result.failure().details())
                    .containsEntry("status", 503L)
                    .containsEntry("retried", 1L)
                    .containsEntry("not_retried", "The call's time ended during attempt 2.")
                    .doesNotContainKey("limit");
            assertThat(result.effect()).isEqualTo(Effect.REPEATABLE);
        }
    }

    @Test
    void anUnattendedReadThatTheServiceKeptWaitingIsMadeAgain() {
        String script = "[[exchange]]\nmatch = { path = \"/b\" }\nfault = \"stall\"\ntimes = 1\n" + OK;
        try (RecoveryBench bench = new RecoveryBench(temp, script)) {
            ObjectNode args = RecoveryBench.errandsOf("GET /b").put("then", "ok");

            Result result =
                    bench.recoveries().run(call(bench.endsAfter("1500ms", ""), args, RetryPreset.UNATTENDED.policy()));

            assertThat(result).isInstanceOf(Result.Succeeded.class);
            assertThat(result.attempts()).hasSize(2);
            assertThat(result.attempts().get(0).failure().orElseThrow().retriable())
                    .isFalse();
        }
    }

    @Test
    void aFirstAttemptThatRunsOutOfTimeNamesTheLimitInForce() {
        try (RecoveryBench bench = new RecoveryBench(temp, OK)) {
            ObjectNode args = RecoveryBench.json("{\"then\":\"sleep\"}");

            Result.Failed result = (Result.Failed)
                    bench.recoveries().run(call(bench.endsAfter("1500ms", ""), args, RetryPolicy.standard()));

            assertThat(result.failure().details())
                    .containsEntry("limit", LimitName.WALL_TIME.wireName())
                    .containsEntry("configured", 1_500L);
        }
    }

    @ParameterizedTest
    @CsvSource({"GET /b, stall, service", "'', sleep, guest"})
    void aFirstAttemptThatRunsOutOfTimeSaysWhereThatTimeWent(String errand, String then, String place) {
        String script = "[[exchange]]\nmatch = { path = \"/b\" }\nfault = \"stall\"\n" + OK;
        try (RecoveryBench bench = new RecoveryBench(temp, script)) {
            ObjectNode args = errand.isEmpty() ? RecoveryBench.json("{}") : RecoveryBench.errandsOf(errand);
            RecoveryCall call = call(bench.endsAfter("1500ms", ""), args.put("then", then), RetryPolicy.standard());

            Result.Failed ofTheLimit = (Result.Failed) bench.recoveries().run(call);
            Result.Failed ofTheCaller = (Result.Failed) bench.recoveries().run(call.within(Duration.ofMillis(1_200)));

            assertThat(ofTheLimit.failure().details()).containsEntry("wall_time_in", place);
            assertThat(ofTheCaller.failure().details())
                    .containsEntry("wall_time_in", place)
                    .containsEntry("configured", 1_200L);
        }
    }

    private static RecoveryCall call(Target target, ObjectNode args, RetryPolicy policy) {
        return RecoveryCall.of(target, args).from(CallSource.FOREGROUND).with(policy);
    }
}
