package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.manifests.limits.ByteSize;
import dev.airlock.sandbox.admission.MemoryBudget;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.cache.CacheUnusableException;
import dev.airlock.sandbox.cache.CodeCache;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.net.dial.ScriptedDialer;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.load.LoadResult;
import dev.airlock.testkit.GuestCode;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** A sandbox for tests with a scripted upstream, and the faults of the host that were reported to it. */
public final class Bench implements AutoCloseable {
    public static final Path ROOT = Path.of(System.getProperty("airlock.root"));
    static final String HOST = "api.example.com:443";

    /** Runs each task on a thread of its own, which ends with the task. */
    public static final Executor THREAD_EACH = task -> new Thread(task, "test-caller").start();

    private static final String OK = "[[exchange]]\nrespond = { status = 200, body = 'ok' }\n";

    private static final CodeCache CODE = codeCache();

    /** The bench's own budget, so that tests do not wait for each other. */
    final MemoryBudget budget = new MemoryBudget(new ByteSize(8L << 30));

    public final Sandbox sandbox;
    public final ScriptedUpstream upstream;
    final ConcurrentLinkedQueue<Throwable> hostFaults = new ConcurrentLinkedQueue<>();

    private Bench(
            UpstreamScript script,
            List<String> hosts,
            Optional<CodeCache> code,
            UnaryOperator<Sandbox.Builder> settings) {
        try {
            upstream = ScriptedUpstream.start(script, hosts);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Sandbox.Builder builder = Sandbox.builder();
        builder = code.map(builder::codeCache).orElse(builder);
        sandbox = settings.apply(builder.memoryBudget(budget)
                        .dialer(new ScriptedDialer(this::dial, upstream.trustManager()))
                        .credentials(CredentialSource.of(upstream.bindings()))
                        .hostFaults((id, fault) -> hostFaults.add(fault)))
                .build();
    }

    private static CodeCache codeCache() {
        try {
            return CodeCache.open(GuestCode.folder(), GuestCode.key(), CodeCache.STANDARD_SIZE);
        } catch (IOException | CacheUnusableException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a bench whose upstream at {@link #HOST} answers by a script. */
    public static Bench with(String toml) {
        return with(toml, builder -> builder);
    }

    public static Bench with(String toml, UnaryOperator<Sandbox.Builder> settings) {
        return new Bench(
                valid(UpstreamScript.parse("upstream.toml", toml)), List.of(HOST), Optional.of(CODE), settings);
    }

    static Bench with(Path script) {
        return new Bench(valid(UpstreamScript.read(script)), List.of(HOST), Optional.of(CODE), builder -> builder);
    }

    /** Returns a bench that keeps compiled code in that cache, or in none. */
    static Bench withCode(Optional<CodeCache> code, UnaryOperator<Sandbox.Builder> settings) {
        return new Bench(valid(UpstreamScript.parse("upstream.toml", OK)), List.of(HOST), code, settings);
    }

    /** Returns a bench whose upstream answers everything with an empty page. */
    public static Bench plain() {
        return with(OK);
    }

    /**
     * Returns a bench with the upstream of a sample connector, and with random numbers that repeat from call to call.
     */
    static Bench sample(String folder, ConnectorManifest manifest) {
        List<String> hosts = manifest.capabilities().grants().stream()
                .map(NetworkGrant::toString)
                .toList();
        UpstreamScript script = valid(UpstreamScript.read(samplePath(folder).resolve("upstream.toml")));
        return new Bench(script, hosts, Optional.of(CODE), builder -> builder.random(new Repeatable()::fill));
    }

    static Path samplePath(String folder) {
        return ROOT.resolve("sample-connectors").resolve(folder);
    }

    /** Returns one of the guests in {@code testdata/guests}. */
    public static byte[] guest(String name) {
        return bytes(ROOT.resolve("testdata/guests").resolve(name + ".wasm"));
    }

    static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a manifest with these tables beside {@code [connector]}. */
    public static ConnectorManifest manifest(String tables) {
        return ManifestReader.read(
                        "manifest.toml", "[connector]\nname = \"local://tests/guest\"\nversion = \"1.0.0\"\n" + tables)
                .orThrow();
    }

    /** Returns a manifest with {@link #HOST} as its host and these imports. */
    static ConnectorManifest networked(String... imports) {
        return manifest("[capabilities.network]\nhosts = [\"" + HOST + "\"]\n[capabilities.runtime]\nimports = [\""
                + String.join("\", \"", imports) + "\"]\n");
    }

    /** Returns the faults of the host since the last call of this method. */
    List<Throwable> drainFaults() {
        List<Throwable> faults = new ArrayList<>();
        for (Throwable fault = hostFaults.poll(); fault != null; fault = hostFaults.poll()) {
            faults.add(fault);
        }
        return faults;
    }

    /** Waits for a condition that becomes true soon, and mostly at once. */
    public static ConditionFactory eventually() {
        return Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1));
    }

    public Connector load(ConnectorManifest manifest, byte[] module, LoadOptions options) {
        LoadResult result = sandbox.load(manifest, module, options);
        if (result instanceof LoadResult.Refused refused) {
            throw new AssertionError(refused.failure().toString());
        }
        return ((LoadResult.Loaded) result).connector();
    }

    public Connector loadGuest(String name, LoadOptions options) {
        return load(manifest(""), guest(name), options);
    }

    /** Closes both, and checks that no call holds memory, an exchange or a socket. */
    @Override
    public void close() {
        eventually().untilAsserted(() -> assertThat(budget.heldBytes()).isZero());
        eventually().untilAsserted(() -> assertThat(sandbox.exchangesUnderWay()).isZero());
        sandbox.close();
        upstream.close();
        eventually().untilAsserted(() -> assertThat(sandbox.openSockets()).isZero());
    }

    private Optional<InetSocketAddress> dial(UrlScheme scheme, HostPort target) {
        try {
            return Optional.of(upstream.dial(target.host().toString(), target.port(), scheme == UrlScheme.HTTPS));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    private static UpstreamScript valid(ScriptReading reading) {
        if (reading instanceof ScriptReading.Invalid invalid) {
            throw new AssertionError(invalid.problems().toString());
        }
        return ((ScriptReading.Valid) reading).script();
    }

    /** A random source that gives the same bytes each time. */
    private static final class Repeatable {
        void fill(byte[] bytes) {
            new SplittableRandom(7).nextBytes(bytes);
        }
    }
}
