package com.example.agent;

import dev.airlock.runtime.Airlock;
import dev.airlock.runtime.AirlockBuilder;
import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What a process has of heap, threads, file descriptors and metaspace, before and after it did the same many times. */
public final class Figures {
    private static final int WARM_UP = 20;
    private static final int COLLECTIONS = 5;
    private static final int THREADS = 32;

    private Figures() {}

    private record Figure(long heap, int threads, long files, long metaspace) {
        static Figure now() {
            for (int i = 0; i < COLLECTIONS; i++) {
                System.gc();
            }
            return new Figure(
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                    ManagementFactory.getThreadMXBean().getThreadCount(),
                    ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                            .getOpenFileDescriptorCount(),
                    ManagementFactory.getMemoryPoolMXBeans().stream()
                            .filter(pool -> pool.getName().equals("Metaspace"))
                            .mapToLong(pool -> pool.getUsage().getUsed())
                            .sum());
        }

        void print(String when) {
            System.out.printf(
                    "%s heap=%d threads=%d files=%d metaspace=%d%n", when, heap, threads, files, metaspace);
        }
    }

    /** {@code Figures cycles COUNT FOLDER HOME} or {@code Figures load SECONDS FOLDER HOME}. */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[2]);
        AirlockBuilder settings = Airlock.builder().home(Path.of(args[3]));
        if (args[0].equals("cycles")) {
            cycles(Integer.parseInt(args[1]), folder, settings);
        } else {
            load(Duration.ofSeconds(Long.parseLong(args[1])), folder, settings);
        }
    }

    private static void cycles(int count, Path folder, AirlockBuilder settings) throws IOException {
        cycle(WARM_UP, folder, settings);
        Figure.now().print("before");
        long start = System.nanoTime();
        cycle(count, folder, settings);
        long millis = (System.nanoTime() - start) / 1_000_000;
        Figure.now().print("after");
        System.out.printf("done cycles=%d millis=%d%n", count, millis);
    }

    private static void cycle(int count, Path folder, AirlockBuilder settings) throws IOException {
        for (int i = 0; i < count; i++) {
            try (Agent agent = new Agent(folder, settings)) {
                require(agent.capital());
            }
        }
    }

    private static void load(Duration time, Path folder, AirlockBuilder settings) throws Exception {
        try (Agent agent = new Agent(folder, settings)) {
            work(agent, time.dividedBy(6));
        }
        Figure.now().print("before");
        long calls;
        try (Agent agent = new Agent(folder, settings)) {
            calls = work(agent, time);
            Figure.now().print("open");
        }
        Figure.now().print("after");
        System.out.printf("done calls=%d seconds=%d%n", calls, time.toSeconds());
    }

    private static long work(Agent agent, Duration time) throws Exception {
        long end = System.nanoTime() + time.toNanos();
        ExecutorService callers = Executors.newFixedThreadPool(THREADS);
        try {
            Callable<Long> caller = () -> {
                long calls = 0;
                while (System.nanoTime() < end) {
                    require(agent.capital());
                    calls++;
                }
                return calls;
            };
            List<Future<Long>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                all.add(callers.submit(caller));
            }
            long calls = 0;
            for (Future<Long> each : all) {
                calls += each.get();
            }
            return calls;
        } finally {
            callers.shutdown();
        }
    }

    private static void require(String capital) {
        if (!capital.equals("Yamoussoukro")) {
            throw new IllegalStateException(capital);
        }
    }
}
