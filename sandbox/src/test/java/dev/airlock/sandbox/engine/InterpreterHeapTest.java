package dev.airlock.sandbox.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.ChildJvm;
import dev.airlock.sandbox.admission.CallDemand;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The interpreter keeps no more of the heap for a guest's frames than a call reserves for them. */
@Timeout(900)
@Execution(ExecutionMode.CONCURRENT)
final class InterpreterHeapTest {
    @Test
    void framesTakeNoMoreThanIsReserved() {
        List<String> lines =
                ChildJvm.run(ChildJvm.home(), List.of("-Xmx1g", "-XX:+UseSerialGC"), InterpreterHeap.class.getName());

        assertThat(lines)
                .hasSize(7)
                .allSatisfy(line -> assertThat(Double.parseDouble(line.substring(line.indexOf(": ") + 2)))
                        .as(line)
                        .isLessThan(CallDemand.HEAP_BYTES_PER_STACK_BYTE));
    }
}
