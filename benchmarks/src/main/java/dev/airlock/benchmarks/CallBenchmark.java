package dev.airlock.benchmarks;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.engine.PlainCommand;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.load.LoadResult;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A whole warm call of a connector: a fresh instance, a call document that is read and parsed, an error that is written. On Airlock it
 * includes the thread, the admission, the deadline, the checks of the answer and the outcome; on the engine alone it includes none of
 * these.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 10, jvmArgs = "-Xmx1g")
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class CallBenchmark {
    private static final String UNKNOWN_OPERATION = "no_such_operation";
    private static final String DOCUMENT = """
            {"op":"no_such_operation","args":{},"call":{"idempotency_key":"a1b2","attempt":1}}""";

    /** The runtime of the call. */
    public enum Host {
        CHICORY,
        AIRLOCK
    }

    @Param
    public Sample sample = Sample.CHAT_POST_RUST;

    @Param
    public Host host = Host.AIRLOCK;

    private @Nullable Sandbox sandbox;
    private Supplier<String> call = () -> "";

    /** Loads the connector and checks its answer. */
    @Setup
    public void load() {
        call = host == Host.CHICORY ? onTheEngine() : onAirlock();
        String answer = call.get();
        if (!answer.contains(UNKNOWN_OPERATION)) {
            throw new IllegalStateException(sample + " answered " + answer);
        }
    }

    private Supplier<String> onTheEngine() {
        PlainCommand command = PlainCommand.of(sample.module());
        byte[] stdin = DOCUMENT.getBytes(StandardCharsets.UTF_8);
        return () -> new String(command.run(stdin), StandardCharsets.UTF_8);
    }

    private Supplier<String> onAirlock() {
        Sandbox made = Sandbox.builder().build();
        sandbox = made;
        LoadResult result = made.load(
                sample.manifest(), sample.module(), LoadOptions.standard().withTier(Tier.COMPILED));
        if (result instanceof LoadResult.Loaded loaded) {
            return () -> message(
                    made.invoke(loaded.connector(), Call.of(UNKNOWN_OPERATION, JsonNodeFactory.instance.objectNode())));
        }
        throw new IllegalStateException(sample + " cannot be loaded: " + result);
    }

    private static String message(Outcome outcome) {
        if (outcome instanceof Outcome.Failed failed) {
            return failed.failure().message();
        }
        throw new IllegalStateException("a call of an unknown operation came to " + outcome);
    }

    @TearDown
    public void close() {
        if (sandbox != null) {
            sandbox.close();
        }
    }

    @Benchmark
    public String call() {
        return call.get();
    }
}
