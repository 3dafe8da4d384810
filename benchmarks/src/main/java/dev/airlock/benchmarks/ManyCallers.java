package dev.airlock.benchmarks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.json.MalformedJsonException;
import dev.airlock.failures.json.StrictJson;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.sandbox.Call;
import dev.airlock.sandbox.Connector;
import dev.airlock.sandbox.LoadOptions;
import dev.airlock.sandbox.LoadResult;
import dev.airlock.sandbox.Outcome;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.net.ScriptedDialer;
import dev.airlock.upstreams.ScriptedUpstream;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Many threads call the sample connectors, whose services take a moment, for a while. Prints how many calls succeeded in a second, and
 * how many came to something else. To be run in heaps of different sizes: the calls share half of the heap.
 */
public final class ManyCallers {
    private static final Duration WARM_UP = Duration.ofSeconds(8);

    /** A successful call of each sample. */
    private enum Work {
        GO(Sample.ISSUE_TRACKER_GO, "list_issues", "{\"project\":\"lighthouse\"}"),
        RUST(Sample.CHAT_POST_RUST, "post_message", "{\"channel_id\":1127009882341769216,\"text\":\"Hello\"}"),
        C(Sample.PAYMENT_RAIL_C, "get_charge", "{\"charge_id\":\"ch_7Qm2\"}"),
        ASSEMBLYSCRIPT(Sample.LOOKUP_ASSEMBLYSCRIPT, "find_country", "{\"code\":\"CI\"}");

        private final Sample sample;
        private final String op;
        private final String args;

        Work(Sample sample, String op, String args) {
            this.sample = sample;
            this.op = op;
            this.args = args;
        }

        Call call() {
            try {
                return Call.of(op, (ObjectNode) StrictJson.read(args));
            } catch (MalformedJsonException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private final LongAdder succeeded = new LongAdder();
    private final LongAdder others = new LongAdder();

    private ManyCallers() {}

    /**
     * Prints one row of a table.
     *
     * @param arguments how many threads, for how many seconds, and how many milliseconds a service takes
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int threads = Integer.parseInt(arguments[0]);
        long seconds = Long.parseLong(arguments[1]);
        List<Stand> stands = new ArrayList<>();
        for (Work work : Work.values()) {
            stands.add(Stand.of(work, Long.parseLong(arguments[2])));
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

    /** Has all of them called for so long; gives how many seconds that took. */
    private double run(List<Stand> stands, int threads, Duration time) throws InterruptedException {
        long begin = System.nanoTime();
        long end = begin + time.toNanos();
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Stand stand = stands.get(i % stands.size());
            Thread caller = new Thread(
                    () -> {
                        while (System.nanoTime() < end) {
                            (stand.call() instanceof Outcome.Succeeded ? succeeded : others).increment();
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

    /** A sample with its service. */
    private record Stand(Work work, ScriptedUpstream upstream, Sandbox sandbox, Connector connector) {
        static Stand of(Work work, long delayMillis) throws IOException {
            ConnectorManifest manifest = work.sample.manifest();
            String script = work.sample
                    .upstream()
                    .replace("[[exchange]]\n", "[[exchange]]\ndelay = \"" + delayMillis + "ms\"\n");
            if (!(UpstreamScript.parse("upstream.toml", script) instanceof ScriptReading.Valid valid)) {
                throw new IllegalStateException("the script of " + work.sample + " is not valid");
            }
            List<String> hosts = manifest.capabilities().grants().stream()
                    .map(Object::toString)
                    .toList();
            ScriptedUpstream upstream = ScriptedUpstream.start(valid.script(), hosts);
            Sandbox sandbox = Sandbox.builder()
                    .dialer(new ScriptedDialer(
                            (scheme, target) -> dial(upstream, scheme, target), upstream.trustManager()))
                    .credentials(CredentialSource.of(upstream.bindings()))
                    .build();
            LoadResult loaded = sandbox.load(manifest, work.sample.module(), LoadOptions.standard());
            if (loaded instanceof LoadResult.Loaded ready) {
                return new Stand(work, upstream, sandbox, ready.connector());
            }
            throw new IllegalStateException(work.sample + " cannot be loaded: " + loaded);
        }

        private static Optional<InetSocketAddress> dial(ScriptedUpstream upstream, UrlScheme scheme, HostPort target) {
            try {
                return Optional.of(upstream.dial(target.host().toString(), target.port(), scheme == UrlScheme.HTTPS));
            } catch (UnknownHostException e) {
                return Optional.empty();
            }
        }

        Outcome call() {
            return sandbox.invoke(connector, work.call());
        }

        void close() {
            sandbox.close();
            upstream.close();
        }
    }
}
