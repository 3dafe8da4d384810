package dev.airlock.runtime.recovery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.manifests.limits.ByteSize;
import dev.airlock.runtime.recovery.breaker.BreakerRules;
import dev.airlock.runtime.recovery.breaker.Breakers;
import dev.airlock.runtime.recovery.call.ConnectorTarget;
import dev.airlock.runtime.recovery.store.sqlite.SqliteRecoveryStore;
import dev.airlock.runtime.recovery.time.RandomSource;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.admission.MemoryBudget;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.net.dial.ScriptedDialer;
import dev.airlock.sandbox.host.net.message.Timeouts;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.load.LoadResult;
import dev.airlock.upstreams.ScriptedUpstream;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Real connectors in a real sandbox, with a scripted upstream on real sockets and a real store; only the clock and the random source are
 * replaced.
 */
public final class RecoveryBench implements AutoCloseable {
    static final Path ROOT = Path.of(System.getProperty("airlock.root"));
    static final Path DATA = ROOT.resolve("testdata/recovery");

    private static final byte[] ERRANDS = bytes(ROOT.resolve("testdata/cli/errands/connector.wasm"));
    /** Timeouts for faults without an answer. */
    static final Timeouts SHORT =
            new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofMillis(400), Duration.ofMillis(400));

    final VirtualTime time = new VirtualTime();
    final Trace trace = new Trace(time);
    public final SqliteRecoveryStore store;
    public final ScriptedUpstream upstream;
    final Breakers breakers;
    final MemoryBudget memory = new MemoryBudget(new ByteSize(8L << 30));
    final Sandbox sandbox;
    private final RandomSource randomSource = new RandomSource(new SplittableRandom(7)::nextBytes);

    public RecoveryBench(Path folder, String script) {
        this(folder, script, Timeouts.standard());
    }

    RecoveryBench(Path folder, String script, Timeouts timeouts) {
        this(folder, script, List.of("api.example.com:443", "backup.example.com:443"), timeouts);
    }

    RecoveryBench(Path folder, String script, List<String> hosts, Timeouts timeouts) {
        this.store = SqliteRecoveryStore.open(folder.resolve("recovery.db"));
        try {
            upstream = ScriptedUpstream.start(valid(UpstreamScript.parse("upstream.toml", script)), hosts);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.breakers = new Breakers(time, BreakerRules.STANDARD, store.circuits());
        this.sandbox = Sandbox.builder()
                .memoryBudget(memory)
                .dialer(new ScriptedDialer(this::dial, upstream.trustManager()))
                .credentials(CredentialSource.of(upstream.bindings()))
                .timeouts(timeouts)
                .circuits(breakers)
                .build();
    }

    /** Returns recoveries that use the review queue and write the trace. */
    public Recoveries recoveries() {
        return recoveries(new ReviewQueue(store.reviews(), time));
    }

    Recoveries recoveries(RecoveryHandler handler) {
        return new Recoveries(time, randomSource, store, handler, trace);
    }

    /** Returns the connector that runs errands, under a manifest with these tables. */
    public ConnectorTarget errands(String tables) {
        return errands("local://tests/errands", "api.example.com:443", tables);
    }

    ConnectorTarget errands(String name, String host, String tables) {
        return errands(name, List.of(host), tables);
    }

    ConnectorTarget errands(String name, List<String> hosts, String tables) {
        ConnectorManifest manifest = ManifestReader.read(
                        "manifest.toml", """
                        [connector]
                        name = "%s"
                        version = "1.0.0"
                        [capabilities.network]
                        hosts = ["%s"]
                        [capabilities.runtime]
                        imports = ["http_request", "http_response_read", "http_response_size", "http_response_status"]
                        """.formatted(name, String.join("\", \"", hosts)) + tables)
                .orThrow();
        return new ConnectorTarget(sandbox, load(manifest, ERRANDS), "run", breakers);
    }

    /** Returns the connector that sends and ends as requested, under a manifest with these tables. */
    public ConnectorTarget endsAfter(String wallTime, String tables) {
        Path folder = ROOT.resolve("testdata/cli/ends-after");
        ConnectorManifest manifest = ManifestReader.read("manifest.toml", """
                        [connector]
                        name = "local://tests/ends-after"
                        version = "1.0.0"
                        [capabilities.network]
                        hosts = ["api.example.com:443", "backup.example.com:443"]
                        [capabilities.runtime]
                        imports = ["http_request", "http_response_read", "http_response_size", "http_response_status"]
                        [limits]
                        memory = "4MiB"
                        wall_time = "%s"
                        fuel = 3_000_000
                        """.formatted(wallTime) + tables)
                .orThrow();
        return new ConnectorTarget(sandbox, load(manifest, bytes(folder.resolve("connector.wasm"))), "run", breakers);
    }

    ConnectorTarget sample(String folder, String op) {
        Path sample = ROOT.resolve("sample-connectors").resolve(folder);
        ConnectorManifest manifest =
                ManifestReader.read(sample.resolve("manifest.toml")).orThrow();
        return new ConnectorTarget(sandbox, load(manifest, bytes(sample.resolve("connector.wasm"))), op, breakers);
    }

    private Connector load(ConnectorManifest manifest, byte[] module) {
        LoadResult result =
                sandbox.load(manifest, module, LoadOptions.standard().withTier(Tier.INTERPRETED));
        if (result instanceof LoadResult.Refused refused) {
            throw new AssertionError(refused.failure().toString());
        }
        return ((LoadResult.Loaded) result).connector();
    }

    static List<String> hostsOf(String folder) {
        return ManifestReader.read(
                        ROOT.resolve("sample-connectors").resolve(folder).resolve("manifest.toml"))
                .orThrow()
                .capabilities()
                .grants()
                .stream()
                .map(NetworkGrant::toString)
                .toList();
    }

    public static ObjectNode json(String text) {
        try {
            return (ObjectNode) StrictJson.read(text);
        } catch (MalformedJsonException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    /** Returns arguments for errands, each {@code METHOD /path} or {@code METHOD+place /path}. */
    public static ObjectNode errandsOf(String... errands) {
        ObjectNode args = json("{}");
        var list = args.putArray("errands");
        for (String errand : errands) {
            String[] words = errand.split(" ");
            String[] method = words[0].split("\\+");
            ObjectNode one = list.addObject()
                    .put("method", method[0])
                    .put("path", words[1])
                    .put("key", method.length > 1 ? method[1] : "none");
            if (words.length > 2) {
                one.put("host", words[2]);
            }
        }
        return args;
    }

    /** Returns the requests to the upstream, in order. */
    List<String> seen() {
        return upstream.requests().stream()
                .map(request -> request.method() + " " + request.path() + (request.effect() ? "" : " (no effect)"))
                .toList();
    }

    static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static UpstreamScript valid(ScriptReading reading) {
        if (reading instanceof ScriptReading.Invalid invalid) {
            throw new AssertionError(invalid.problems().toString());
        }
        return ((ScriptReading.Valid) reading).script();
    }

    private Optional<InetSocketAddress> dial(UrlScheme scheme, HostPort target) {
        try {
            return Optional.of(upstream.dial(target.host().toString(), target.port(), scheme == UrlScheme.HTTPS));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        sandbox.close();
        upstream.close();
        store.close();
    }
}
