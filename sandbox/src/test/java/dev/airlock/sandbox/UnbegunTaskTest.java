package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.thread.CallThreads;
import dev.airlock.sandbox.thread.HandOff;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Work that is given up before a thread takes it holds nothing: it is over, and never runs. */
final class UnbegunTaskTest {
    @Test
    void isOverWhenItIsBroughtBack() {
        AtomicBoolean done = new AtomicBoolean();
        AtomicBoolean told = new AtomicBoolean();
        CallThreads.Task task = new CallThreads.Task(() -> done.set(true), new HandOff());
        task.whenDone(() -> told.set(true));

        assertThat(task.bringBack()).isTrue();
        assertThat(told).isTrue();
        assertThat(done).isFalse();
    }
}
