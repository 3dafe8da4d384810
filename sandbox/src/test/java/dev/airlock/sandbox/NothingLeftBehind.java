package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
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
        assertAtRest("airlock-call-");
        assertAtRest("airlock-load-");
    }

    @Override
    public void afterAll(ExtensionContext context) {
        assertGone("airlock-");
    }

    private void assertAtRest(String prefix) {
        assertNone(
                () -> threads(prefix).stream().filter(thread -> !isIdle(thread)).toList());
    }

    private void assertGone(String prefix) {
        assertNone(() -> threads(prefix));
    }

    private void assertNone(Supplier<List<Thread>> found) {
        if (!strangers.containsAll(found.get())) {
            Bench.eventually()
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(found.get()).isSubsetOf(strangers));
        }
    }

    private static List<Thread> threads(String prefix) {
        Thread[] all = new Thread[MOST_THREADS];
        int count = Thread.currentThread().getThreadGroup().enumerate(all);
        return Arrays.stream(all, 0, count)
                .filter(thread -> thread.getName().startsWith(prefix))
                .toList();
    }

    /** Whether a thread of a pool waits for more work. */
    private static boolean isIdle(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("getTask"));
    }
}
