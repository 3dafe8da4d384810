package dev.airlock.benchmarks;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.runtime.Airlock;
import dev.airlock.runtime.AirlockBuilder;
import dev.airlock.runtime.CallRequest;
import dev.airlock.runtime.HostedConnector;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.engine.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Measures calls by many threads in a runtime with a home. Each call waits until its intent and its outcome are durable in the audit log,
 * in SQLite. Prints the number of successful calls per second as a line of JSON.
 */
public final class AuditedCallers {
    /** The calls to make. */
    private enum Work {
        /** A connector that returns its input. */
        ECHO("echo", "{\"text\":\"hello\"}") {
            @Override
            Airlock airlock(AirlockBuilder builder) throws IOException {
                return builder.build();
            }

            @Override
            Path folder() {
                return Folder.ECHO;
            }
        },
        /** A connector that sends one POST to a server on this machine, over TLS. */
        POST("post_message", "{\"channel_id\":1127009882341769216,\"text\":\"Hello\"}") {
            @Override
            Airlock airlock(AirlockBuilder builder) throws IOException {
                ServiceFixture stage = ServiceFixture.of(Sample.CHAT_POST_RUST, 0);
                return builder.dialer(stage.dialer())
                        .credentials(stage.credentials())
                        .build();
            }

            @Override
            Path folder() {
                return Folder.SAMPLES.resolve(Sample.CHAT_POST_RUST.folderName());
            }
        };

        private final String op;
        private final String args;

        Work(String op, String args) {
            this.op = op;
            this.args = args;
        }

        abstract Airlock airlock(AirlockBuilder builder) throws IOException;

        abstract Path folder();

        CallRequest request() {
            return CallRequest.of(op, SampleCall.json(args));
        }
    }

    /** The length of the warm-up as a multiple of the measurement. The JIT needs a while to compile the whole path of a call. */
    private static final int WARM_UP = 2;

    private final Airlock airlock;
    private final HostedConnector connector;
    private final Work work;
    private final LongAdder succeeded = new LongAdder();
    private final LongAdder others = new LongAdder();

    private AuditedCallers(Airlock airlock, HostedConnector connector, Work work) {
        this.airlock = airlock;
        this.connector = connector;
        this.work = work;
    }

    /**
     * Prints {@code value}, or {@code failed} if a call had another outcome.
     *
     * @param arguments {@code echo} or {@code post}, the number of threads, the duration in milliseconds, and the folder for the home
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Work work = Work.valueOf(arguments[0].toUpperCase(Locale.ROOT));
        int threads = Integer.parseInt(arguments[1]);
        long millis = Long.parseLong(arguments[2]);
        Path home = Files.createTempDirectory(Files.createDirectories(Path.of(arguments[3])), "audited");
        try (Airlock airlock = work.airlock(Airlock.builder().home(home))) {
            HostedConnector connector = airlock.load(
                            work.folder(), LoadOptions.standard().withTier(Tier.COMPILED))
                    .orThrow();
            new AuditedCallers(airlock, connector, work).run(threads, WARM_UP * millis);
            AuditedCallers measured = new AuditedCallers(airlock, connector, work);
            double seconds = measured.run(threads, millis);
            ObjectNode said = JsonNodeFactory.instance.objectNode();
            if (measured.others.sum() == 0) {
                said.put("value", measured.succeeded.sum() / seconds);
            } else {
                said.put("failed", measured.others.sum());
            }
            System.out.println(said);
        }
        System.exit(0);
    }

    /** Makes calls on all threads for that time. Returns the time that it took in seconds. */
    private double run(int threads, long millis) throws InterruptedException {
        long begin = System.nanoTime();
        long end = begin + TimeUnit.MILLISECONDS.toNanos(millis);
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread caller = new Thread(() -> callUntil(end), "caller");
            caller.start();
            callers.add(caller);
        }
        for (Thread caller : callers) {
            caller.join();
        }
        return (System.nanoTime() - begin) / (double) TimeUnit.SECONDS.toNanos(1);
    }

    private void callUntil(long end) {
        do {
            Outcome outcome = airlock.call(connector, work.request()).outcome();
            (outcome instanceof Outcome.Succeeded ? succeeded : others).increment();
        } while (System.nanoTime() - end < 0);
    }
}
