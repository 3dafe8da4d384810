package dev.airlock.benchmarks.peers.round;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarmUpTest {
    private static int stepsOf(int most, List<Double> medians) throws Exception {
        Deque<Double> left = new ArrayDeque<>(medians);
        int unused = WarmUp.run(left::removeFirst, most);
        return medians.size() - left.size();
    }

    @Test
    void goesOnWhileCallsGetFaster() throws Exception {
        assertThat(stepsOf(10, List.of(90.0, 70.0, 75.0, 50.0, 50.0, 51.0, 49.9, 1.0)))
                .isEqualTo(7);
    }

    @Test
    void endsAfterSoManyStepsAtMost() throws Exception {
        assertThat(stepsOf(3, List.of(90.0, 70.0, 50.0, 30.0, 10.0))).isEqualTo(3);
    }

    @Test
    void saysAfterHowManyStepsCallsGotNoFaster() throws Exception {
        Deque<Double> medians = new ArrayDeque<>(List.of(90.0, 70.0, 75.0, 50.0, 50.0, 51.0, 49.9));

        assertThat(WarmUp.run(medians::removeFirst, 10)).isEqualTo(4);
    }
}
