package dev.airlock.sandbox.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.ChildJvm;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A load takes at most what was estimated, for modules with very many things of any kind. */
@Timeout(900)
@Execution(ExecutionMode.CONCURRENT)
final class LoadDemandTest {
    private static final boolean FULL = Boolean.getBoolean("airlock.full");

    @Test
    void noLoadTakesMoreThanWasEstimated() {
        String kinds = FULL ? ".*" : "instructions|calls|labels|elements";

        List<String> flags = List.of("-Xmx2g", "-XX:+UseSerialGC", ChildJvm.compilers());
        List<String> lines = ChildJvm.run(ChildJvm.home(), flags, LoadHeap.class.getName(), kinds);

        assertThat(lines)
                .hasSizeGreaterThanOrEqualTo(8)
                .allSatisfy(line -> assertThat(line).matches(".*: -?\\d+ MiB of \\d+ MiB, within"));
    }
}
