package dev.airlock.sandbox.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** The time at which a connector is compiled, on a clock that the test moves. */
final class CompilationScheduleTest {
    private static final Duration MOMENT = Duration.ofMillis(1);

    private final CompilationSchedule schedule = CompilationSchedule.toBeCompiled();
    private final Hand hand = new Hand();
    private int begun;

    /** Runs the steps that are due when the test lets time pass. */
    private static final class Hand implements CompilationSchedule.Timer {
        private record Step(Duration at, Runnable action) {}

        private final Queue<Step> steps = new PriorityQueue<>(Comparator.comparing(Step::at));
        private Duration now = Duration.ZERO;

        @Override
        public void in(Duration delay, Runnable action) {
            steps.add(new Step(now.plus(delay), action));
        }

        void pass(Duration time) {
            Duration end = now.plus(time);
            for (Step next = steps.peek(); next != null && next.at.compareTo(end) <= 0; next = steps.peek()) {
                steps.remove();
                now = next.at;
                next.action.run();
            }
            now = end;
        }
    }

    @Test
    void aConnectorThatNobodyCallsIsCompiledWhenACallWouldHaveBegun() {
        begin();
        hand.pass(CompilationSchedule.FIRST_CALL_BEGINS.minus(MOMENT));
        assertThat(begun).isZero();

        hand.pass(MOMENT);
        assertThat(begun).isOne();
    }

    @Test
    void aFirstCallThatBeginsSoonGoesFirst() {
        begin();
        schedule.callBegins();
        hand.pass(CompilationSchedule.FIRST_CALL_BEGINS.plus(MOMENT));
        assertThat(begun).isZero();

        schedule.callIsOver();
        assertThat(begun).as("on the caller's thread").isZero();
        hand.pass(Duration.ZERO);
        assertThat(begun).isOne();
    }

    @Test
    void aFirstCallThatLastsIsNotWaitedForForEver() {
        begin();
        schedule.callBegins();
        Duration longest = CompilationSchedule.FIRST_CALL_BEGINS.plus(CompilationSchedule.FIRST_CALL);
        hand.pass(longest.minus(MOMENT));
        assertThat(begun).isZero();

        hand.pass(MOMENT);
        assertThat(begun).isOne();
        schedule.callIsOver();
        hand.pass(longest);
        assertThat(begun).isOne();
    }

    @Test
    void aCallThatBeginsLateIsNotWaitedFor() {
        begin();
        hand.pass(CompilationSchedule.FIRST_CALL_BEGINS);
        schedule.callBegins();
        assertThat(begun).isOne();
    }

    @Test
    void aSecondCallIsNotWaitedFor() {
        schedule.callBegins();
        schedule.callIsOver();
        schedule.callBegins();
        begin();
        hand.pass(Duration.ZERO);
        assertThat(begun).isOne();
    }

    @Test
    void nobodyWaitsForACallOfAConnectorThatIsClosed() {
        begin();
        schedule.noMoreCalls();
        hand.pass(Duration.ZERO);
        assertThat(begun).isOne();
        hand.pass(CompilationSchedule.FIRST_CALL);
        assertThat(begun).isOne();
    }

    @Test
    void theEndOfTheFirstCallNoLongerMattersOnceThatIsTakenBack() {
        Runnable takeBack = schedule.whenDue(hand, () -> begun++);
        takeBack.run();
        schedule.callBegins();
        schedule.callIsOver();
        hand.pass(Duration.ZERO);
        assertThat(begun).isZero();
    }

    @Test
    void whoeverWaitsForACompilationWaitsUntilItIsOver() throws InterruptedException {
        assertThat(schedule.await(Duration.ZERO)).isFalse();
        schedule.isOver();
        assertThat(schedule.await(Duration.ZERO)).isTrue();
        assertThat(CompilationSchedule.nothingToCompile().await(Duration.ZERO)).isTrue();
    }

    private void begin() {
        schedule.whenDue(hand, () -> begun++);
    }
}
