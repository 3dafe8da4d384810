package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * What must hold after each test: no call and no load is under way, and no interruption is left on the test's thread. After
 * the last test of a class, when its sandboxes are closed, no thread of Airlock's is left at all.
 */
final class NothingLeftBehind implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
    private static final int MOST_THREADS = 10_000;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private List<Thread> strangers = List.of();

    @Override
    public void beforeAll(ExtensionContext context) {
        strangers = threads("airlock-");
    }

    @Override
    public void afterEach(ExtensionContext context) {
        assertThat(Thread.interrupted()).as("an interruption is left").isFalse();
        assertGone("airlock-call-");
        assertGone("airlock-load-");
    }

    @Override
    public void afterAll(ExtensionContext context) {
        assertGone("airlock-");
    }

    private void assertGone(String prefix) {
        if (!strangers.containsAll(threads(prefix))) {
            Bench.eventually()
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(threads(prefix)).isSubsetOf(strangers));
        }
    }

    private static List<Thread> threads(String prefix) {
        Thread[] all = new Thread[MOST_THREADS];
        int count = Thread.currentThread().getThreadGroup().enumerate(all);
        return Arrays.stream(all, 0, count)
                .filter(thread -> thread.getName().startsWith(prefix))
                .toList();
    }
}
