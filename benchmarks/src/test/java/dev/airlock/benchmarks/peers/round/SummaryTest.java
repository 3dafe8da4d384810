package dev.airlock.benchmarks.peers.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.benchmarks.peers.subject.Metric.Unit;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class SummaryTest {
    @Test
    void takesTheMiddleOfAnOddNumberAndTheMeanOfTheTwoMiddlesOfAnEven() {
        assertThat(new Summary(List.of(9.0, 1.0, 4.0)).median()).isEqualTo(4);
        assertThat(new Summary(List.of(9.0, 1.0, 4.0, 6.0)).median()).isEqualTo(5);
    }

    @Test
    void takesQuantilesByTheNearestRank() {
        double[] hundred = DoubleStream.iterate(100, n -> n - 1).limit(100).toArray();

        assertThat(Summary.quantile(hundred, 0.50)).isEqualTo(50);
        assertThat(Summary.quantile(hundred, 0.99)).isEqualTo(99);
        assertThat(Summary.quantile(new double[] {7}, 0.99)).isEqualTo(7);
    }

    @Test
    void showsTheMedianBetweenTheLeastAndTheMost() {
        assertThat(new Summary(List.of(3_000.0, 1_000.0, 2_500.0)).text(Unit.BYTES))
                .isEqualTo("2.50 KB (1.00 to 3.00)");
        assertThat(new Summary(List.of(61.23)).text(Unit.MICROS)).isEqualTo("61.2 µs");
    }

    @Test
    void refusesToSummariseNothing() {
        assertThatThrownBy(() -> new Summary(List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
