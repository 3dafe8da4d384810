package dev.airlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class InterruptSignalTest {
    private static final List<String> IGNORING = List.of("sh", "-c", "trap '' INT; exec \"$@\"", "sh");
    private static final List<String> ABSENT = List.of("no-such-program");

    @Test
    void takesTheFirstWayInWhichTheSignalEndsAProcess() {
        List<String> heeding = InterruptSignal.heededBy();

        assertThat(InterruptSignal.heededBy(List.of(ABSENT, IGNORING, heeding))).isEqualTo(heeding);
    }

    @Test
    void saysSoAtOnceWhereTheSignalIsIgnored() {
        assertThatThrownBy(() -> InterruptSignal.heededBy(List.of(IGNORING, ABSENT)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("ignored from the start", "nohup", "run them in the foreground");
    }
}
