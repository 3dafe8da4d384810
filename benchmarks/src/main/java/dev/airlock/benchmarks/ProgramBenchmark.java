package dev.airlock.benchmarks;

import dev.airlock.sandbox.engine.Form;
import dev.airlock.sandbox.engine.Kernel;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One run of a program in a reused instance, which measures the cost of the guest's own instructions. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 10, jvmArgs = "-Xmx512m")
@Warmup(iterations = 4, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 250, timeUnit = TimeUnit.MILLISECONDS)
public class ProgramBenchmark {
    @Param
    public BenchmarkProgram program = BenchmarkProgram.FIB;

    @Param
    public Form form = Form.AIRLOCK;

    private @Nullable Kernel kernel;

    /** Creates the instance and checks its result. */
    @Setup
    public void start() {
        Kernel made = Kernel.of(form, program.module());
        long result = made.run(program.argument());
        if (result != program.result()) {
            throw new IllegalStateException(program + " gave " + result + " instead of " + program.result());
        }
        kernel = made;
    }

    @Benchmark
    public long run() {
        return Objects.requireNonNull(kernel).run(program.argument());
    }
}
