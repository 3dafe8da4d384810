package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Work that no thread had taken when it was given up holds nothing: it is over, and it is never done. */
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
