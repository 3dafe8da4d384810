package dev.airlock.benchmarks;

import dev.airlock.sandbox.api.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Measures calls of the sample connectors by many threads, with services that take a moment to answer. Prints the number of successful
 * calls per second, and the number of other outcomes. Run it with heaps of different sizes, because the calls share half of the heap.
 */
public final class ManyCallers {
    private static final Duration WARM_UP = Duration.ofSeconds(8);

    private final LongAdder succeeded = new LongAdder();
    private final LongAdder others = new LongAdder();

    private ManyCallers() {}

    /**
     * Prints one row of a table.
     *
     * @param arguments the number of threads, the duration in seconds, and the time that a service takes in milliseconds
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int threads = Integer.parseInt(arguments[0]);
        long seconds = Long.parseLong(arguments[1]);
        List<Stand> stands = new ArrayList<>();
        for (SampleCall call : SampleCall.values()) {
            stands.add(Stand.of(call, Long.parseLong(arguments[2])));
        }
        if (seconds > 1) {
            new ManyCallers().run(stands, threads, WARM_UP);
        }
        ManyCallers measured = new ManyCallers();
        double took = measured.run(stands, threads, Duration.ofSeconds(seconds));
        stands.forEach(Stand::close);
        System.out.printf(
                Locale.ROOT,
                "| %d MiB | %d | %.0f | %d |%n",
                Runtime.getRuntime().maxMemory() >> 20,
                threads,
                measured.succeeded.sum() / took,
                measured.others.sum());
    }

    /** Makes calls on all threads for that time. Returns the time that it took in seconds. */
    private double run(List<Stand> stands, int threads, Duration time) throws InterruptedException {
        long begin = System.nanoTime();
        long end = begin + time.toNanos();
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Stand stand = stands.get(i % stands.size());
            Thread caller = new Thread(
                    () -> {
                        while (System.nanoTime() < end) {
                            (stand.invoke() instanceof Outcome.Succeeded ? succeeded : others).increment();
                        }
                    },
                    "caller");
            caller.start();
            callers.add(caller);
        }
        for (Thread caller : callers) {
            caller.join();
        }
        return (System.nanoTime() - begin) / (double) TimeUnit.SECONDS.toNanos(1);
    }
}
