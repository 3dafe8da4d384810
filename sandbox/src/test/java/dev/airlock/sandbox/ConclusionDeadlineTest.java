package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import org.junit.jupiter.api.Test;

/** Reading a large result is part of the call: its deadline applies there too. */
final class ConclusionDeadlineTest {
    private static final long SLACK_MILLIS = 250;
    private static final long PATIENT_MILLIS = 60_000;

    @Test
    void aDeadlineThatPassesWhileTheOutputIsReadIsWallTime() {
        try (Bench bench = Bench.plain()) {
            Outcome whole = invoke(bench, PATIENT_MILLIS);
            assertThat(whole).isInstanceOf(Outcome.Succeeded.class);
            long fuel = whole.usage().fuel();

            Outcome.Failed failed = whileReading(bench, fuel);

            assertThat(failed.failure().details()).containsEntry("limit", "wall_time");
            assertThat(failed.usage().memoryPeakBytes()).isEqualTo(whole.usage().memoryPeakBytes());
        }
    }

    /** Bisects the time between too little to run the guest and enough to read its output, until it is neither. */
    private static Outcome.Failed whileReading(Bench bench, long fuel) {
        long tooShort = 1;
        long enough = PATIENT_MILLIS;
        while (enough - tooShort > 1) {
            long between = (tooShort + enough) / 2;
            Outcome outcome = invoke(bench, between);
            if (outcome instanceof Outcome.Failed failed) {
                assertThat(failed.usage().wallMillis()).isLessThan(between + SLACK_MILLIS);
                if (failed.usage().fuel() == fuel) {
                    return failed;
                }
                tooShort = between;
            } else {
                enough = between;
            }
        }
        throw new AssertionError("no deadline passed while the output was read");
    }

    private static Outcome invoke(Bench bench, long wallMillis) {
        LoadOptions options = LoadOptions.standard()
                .withLimit(LimitName.WALL_TIME, wallMillis)
                .withLimit(LimitName.FUEL, 1_000_000_000)
                .withLimit(LimitName.STDOUT, 32 << 20);
        return bench.sandbox.invoke(
                bench.loadGuest("large-output", options), Call.of("run", JsonNodeFactory.instance.objectNode()));
    }
}
