import com.example.agent.Agent;
import dev.airlock.runtime.Airlock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.consumer.RecordingStream;

/** A thousand calls, each from a virtual thread of its own, and how often one pinned the thread that carried it. */
public final class VirtualThreads {
    private static final int CALLS = 1_000;

    private VirtualThreads() {}

    public static void main(String[] args) throws Exception {
        AtomicInteger pinned = new AtomicInteger();
        try (RecordingStream events = new RecordingStream();
                Agent agent = new Agent(Path.of(args[0]), Airlock.builder().home(Path.of(args[1])).auditBound(Duration.ofMinutes(1)));
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            events.enable("jdk.VirtualThreadPinned").withThreshold(Duration.ofMillis(20)).withStackTrace();
            events.onEvent("jdk.VirtualThreadPinned", event -> {
                if (pinned.getAndIncrement() == 0) {
                    System.out.println(event);
                }
            });
            events.startAsync();
            List<Future<String>> all = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                all.add(callers.submit(agent::capital));
            }
            Map<String, Integer> answers = new TreeMap<>();
            for (Future<String> each : all) {
                answers.merge(each.get(), 1, Integer::sum);
            }
            events.stop();
            System.out.printf("answers=%s pinned=%d%n", answers, pinned.get());
        }
    }
}
