package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * No connector exhausts a heap of 512 MiB by its behaviour or its size; the JVM ends at once if the heap is exhausted.
 */
@Timeout(900)
@Execution(ExecutionMode.CONCURRENT)
final class FullHeapTest {
    private static final boolean FULL = Boolean.getBoolean("airlock.full");

    @Test
    void parallelCallsThatFillTheirMemoryAllSucceed() {
        int calls = FULL ? 200 : 24;

        assertThat(run("calls", calls)).containsExactly(calls + " succeeded", "faults []", "held 0");
    }

    @Test
    void parallelLoadsOfAConnectorOfSeveralMegabytesAllSucceed() {
        int loads = FULL ? 8 : 2;

        assertThat(run("loads", loads)).containsExactly(loads + " loaded", "faults []", "held 0");
    }

    @Test
    void aModuleThatTakesMoreThanTheHeapIsRefusedByALimit() {
        assertThat(run("huge", 50_000))
                .containsExactly("1 resource_limit_exceeded compile memory", "faults []", "held 0");
    }

    private static List<String> run(String what, int count) {
        List<String> flags = List.of("-Xmx512m", "-XX:+ExitOnOutOfMemoryError", ChildJvm.compilers());
        return ChildJvm.run(ChildJvm.home(), flags, FullHeap.class.getName(), what, count);
    }
}
