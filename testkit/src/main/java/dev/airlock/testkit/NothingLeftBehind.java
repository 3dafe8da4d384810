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
 * Asserts what must hold after each test: no interruption is left on its thread, no secret stands in the standard streams, no
 * call and no load is under way, and every slot of the JVM is free. After the last test of a class no thread of Airlock's and
 * no socket is left that was not there before the class.
 *
 * <p>Classes that run at the same time share a JVM, so what they leave is looked for when the last of them is over.
 */
public final class NothingLeftBehind implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
    /** How long tests wait for what has to come, unless they say otherwise. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final ClassesUnderWay CLASSES =
            new ClassesUnderWay(List.of(Remains.THREADS, Remains.SOCKETS), Patience.LONG);

    static {
        Awaitility.setDefaultTimeout(PATIENCE);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        StandardStreams.listen();
        CLASSES.begin(context.getRequiredTestClass());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        assertThat(Thread.interrupted()).as("an interruption is left").isFalse();
        assertThat(StandardStreams.secrets())
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
