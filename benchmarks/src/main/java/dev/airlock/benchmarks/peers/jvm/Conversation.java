package dev.airlock.benchmarks.peers.jvm;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.stream.LongStream;

/** The protocol between the report and a peer: requests of one line, answers of one line of JSON. */
final class Conversation {
    private static final int FIRST_CALLS = 100;

    private final GuestHost host;
    private final byte[] module;
    private final CallLoop loop;

    private Conversation(GuestHost host, byte[] module, CallLoop loop) {
        this.host = host;
        this.module = module;
        this.loop = loop;
    }

    /** Loads the connector, reports the time that it took, and answers requests until the input ends. */
    static void hold(GuestHost host, byte[] module, InputStream in, PrintStream out)
            throws IOException, InterruptedException, ExecutionException {
        LoadPhases phases = host.phases(module);
        Guest guest = host.load(module);
        long start = System.nanoTime();
        String answer = guest.call();
        double firstCallMillis = (System.nanoTime() - start) / 1e6;
        send(
                out,
                object().put("version", host.version())
                        .put("parse_ms", phases.parseMillis())
                        .put("compile_ms", phases.compileMillis())
                        .put("first_call_ms", firstCallMillis)
                        .put("answer", answer));
        try (CallLoop loop = new CallLoop(guest, answer)) {
            new Conversation(host, module, loop).answerAll(in, out);
        }
    }

    /**
     * Loads the connector, makes its first calls, reports their times since the start, and answers requests until the input ends. Before
     * that it does nothing that a user of the host would not do.
     */
    static void begin(GuestHost host, byte[] module, long start, InputStream in, PrintStream out)
            throws IOException, InterruptedException, ExecutionException {
        Guest guest = host.load(module);
        long loaded = System.nanoTime();
        String answer = guest.call();
        long[] nanos = new long[FIRST_CALLS];
        nanos[0] = System.nanoTime() - loaded;
        for (int i = 1; i < FIRST_CALLS; i++) {
            long before = System.nanoTime();
            guest.call();
            nanos[i] = System.nanoTime() - before;
        }
        long processorMillis = processorMillis();
        ObjectNode greeting = object().put("version", host.version())
                .put("load_ms", (loaded - start) / 1e6)
                .put("processor_ms", processorMillis)
                .put("answer", answer);
        var times = greeting.putArray("nanos");
        LongStream.of(nanos).forEach(times::add);
        send(out, greeting);
        try (CallLoop loop = new CallLoop(guest, answer)) {
            new Conversation(host, module, loop).answerAll(in, out);
        }
    }

    /** Returns the processor time of the process so far, obtained in a way that loads almost no classes. */
    private static long processorMillis() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(Duration::toMillis)
                .orElseThrow(() -> new IllegalStateException("the system does not say what a process uses"));
    }

    private void answerAll(InputStream in, PrintStream out)
            throws IOException, InterruptedException, ExecutionException {
        BufferedReader requests = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            String[] words = line.split(" ");
            int number = words.length > 1 ? Integer.parseInt(words[1]) : 0;
            send(
                    out,
                    switch (words[0]) {
                        case "calls" -> calls(number, Long.parseLong(words[2]));
                        case "allocation" -> allocation(number);
                        case "idle" -> idle(number);
                        case "processor" -> object().put("processor_ms", processorMillis());
                        default -> throw new IllegalArgumentException("no request " + line);
                    });
        }
    }

    private ObjectNode calls(int threads, long millis) throws InterruptedException, ExecutionException {
        CallLoop.Times times = loop.run(threads, millis);
        ObjectNode answer = object().put("wall_ms", times.wallNanos() / 1e6);
        var nanos = answer.putArray("nanos");
        for (long time : times.nanos()) {
            nanos.add(time);
        }
        return answer;
    }

    private ObjectNode allocation(int calls) {
        OptionalLong bytes = AllocatedBytes.during(() -> loop.repeat(calls));
        return bytes.isPresent()
                ? object().put("bytes", bytes.getAsLong() / (double) calls).put("how", AllocatedBytes.HOW)
                : object().put("not_measured", "threads ended while they were counted");
    }

    private ObjectNode idle(int copies) {
        List<Guest> kept = new ArrayList<>();
        long before = RetainedBytes.now();
        for (int i = 1; i <= copies; i++) {
            Guest guest = host.loadCompiled(ModuleCopy.of(module, i));
            guest.call();
            kept.add(guest);
        }
        double bytes = (RetainedBytes.now() - before) / (double) kept.size();
        return object().put("bytes", bytes).put("how", RetainedBytes.HOW);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static void send(PrintStream out, ObjectNode answer) {
        out.println(answer);
        out.flush();
    }
}
