package dev.airlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Asserts the invariants after each test: its thread is not interrupted, the standard streams contain no secret, no call or load is
 * running, and every permit of the JVM is free. After the last test of a class, there are no threads of Airlock and no sockets beside those
 * from before the class.
 *
 * <p>Classes that run at the same time share a JVM, so their threads and sockets are checked after the last of them.
 */
public final class NothingLeftBehind implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
    /** The default time that tests wait for an event. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final ClassesUnderWay CLASSES =
            new ClassesUnderWay(List.of(Remains.THREADS, Remains.SOCKETS), Patience.LONG);

    static {
        Awaitility.setDefaultTimeout(PATIENCE);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        CapturedStreams.listen();
        CLASSES.begin(context.getRequiredTestClass());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        assertThat(Thread.interrupted()).as("an interruption is left").isFalse();
        assertThat(CapturedStreams.secrets())
                .as("secrets in the standard streams")
                .isEmpty();
        if (CLASSES.areAlone()) {
            Patience.LONG.awaitNone(Remains.WORK, List.of());
            Patience.LONG.awaitNone(Remains.SLOTS, List.of());
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        CLASSES.end();
    }
}
