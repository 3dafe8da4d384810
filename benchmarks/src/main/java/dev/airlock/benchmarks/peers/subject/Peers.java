package dev.airlock.benchmarks.peers.subject;

import dev.airlock.benchmarks.AuditedCallers;
import dev.airlock.benchmarks.peers.jvm.JvmPeer;
import dev.airlock.benchmarks.peers.subject.Peer.Beginning;
import dev.airlock.benchmarks.peers.subject.Peer.Extra;
import dev.airlock.benchmarks.peers.subject.Peer.OneCall;
import dev.airlock.benchmarks.peers.subject.Peer.Starting;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The peers that are measured. */
public final class Peers {
    public static final String AIRLOCK = "airlock";
    public static final String LAUNCHER = "airlock-launcher";
    static final String CHICORY = "chicory";
    public static final String WAZERO = "wazero";
    public static final String NODE = "node";
    public static final String NODE_MEMORY = "node-memory";
    public static final String WASMTIME = "wasmtime";

    /** A text in the guest's own answer, in every runtime. */
    private static final String ANSWER = CallInput.OPERATION;

    private static final String AIRLOCK_ANSWER = "reported an error";
    private static final Path SOURCES = Path.of("benchmarks", "peers");

    private static final String LAUNCHER_FILE =
            Path.of("airlock").toAbsolutePath().toString();
    private static final String CALLERS = "32";

    private final Effort effort;
    private final Path document;
    private final Path binaries;

    /**
     * @param effort the length of the measurements that only Airlock supports
     * @param document the file that every guest reads on standard input
     * @param binaries the folder for the peers' binaries
     */
    public Peers(Effort effort, Path document, Path binaries) {
        this.effort = effort;
        this.document = document.toAbsolutePath();
        this.binaries = binaries.toAbsolutePath();
    }

    public List<Peer> all() {
        return List.of(
                airlock(),
                launcher(),
                wazero(),
                wasmtime(),
                node(NODE, "files", "Node's WASI on V8, its standard streams in files, as it has them"),
                node(NODE_MEMORY, "memory", "Node's WASI on V8, with standard streams in memory in place of its own"),
                chicory());
    }

    private Peer airlock() {
        return new Peer(
                AIRLOCK,
                "Airlock embedded in a JVM with default flags: metered, all limits on",
                Toolchain.NONE,
                Optional.of(subject -> jvm(AIRLOCK, "serve", subject)),
                Optional.of(new Starting(
                        (subject, cache) -> with(jvm(AIRLOCK, "once", subject), cache),
                        (subject, cache) -> with(jvm(AIRLOCK, "fill", subject), cache),
                        AIRLOCK_ANSWER,
                        Optional.empty())),
                Optional.of(new Beginning((subject, cache) -> with(jvm(AIRLOCK, "begin", subject), cache), true)),
                List.of(
                        uncached(Metric.COMPILED_1, 1),
                        uncached(Metric.COMPILED_2, 2),
                        audited(Metric.AUDITED, "echo"),
                        audited(Metric.AUDITED_POST, "post")),
                true);
    }

    /** Returns the time from the load of a small connector until its calls run compiled, while that many threads call. */
    private Extra uncached(Metric metric, int threads) {
        return new Extra(
                metric,
                subject -> !subject.isLarge(),
                (subject, cache) -> with(jvm(AIRLOCK, "uncached", subject), threads),
                Optional.empty());
    }

    private Extra audited(Metric metric, String work) {
        return new Extra(
                metric,
                subject -> subject.name().equals(MeasuredConnectors.SMALL),
                (subject, cache) -> java(
                        AuditedCallers.class, work, CALLERS, String.valueOf(effort.extraMillis()), cache.toString()),
                Optional.empty());
    }

    private static Peer launcher() {
        OneCall run = (subject, cache) ->
                List.of(LAUNCHER_FILE, "run", subject.folder().toString(), CallInput.OPERATION, "--quiet");
        return new Peer(
                LAUNCHER,
                "`./airlock run` as it is on the command line; it makes one call and ends",
                Toolchain.NONE,
                Optional.empty(),
                Optional.of(new Starting(
                        run,
                        (subject, cache) -> Stream.concat(
                                        run.command(subject, cache).stream(), Stream.of("--engine", "compiled"))
                                .toList(),
                        AIRLOCK_ANSWER,
                        Optional.empty())),
                Optional.empty(),
                List.of(
                        command(Metric.EXPLAIN, "capability_denied", "explain", "capability_denied"),
                        command(Metric.STORE_LIST, "nstalled", "store", "list"),
                        command(Metric.AUDIT_LIST, CallInput.OPERATION, "audit", "list"),
                        new Extra(
                                Metric.CHECK,
                                subject -> true,
                                (subject, cache) -> List.of(
                                        LAUNCHER_FILE, "check", subject.folder().toString()),
                                Optional.of("no problems"))),
                true);
    }

    private static Extra command(Metric metric, String answer, String... arguments) {
        return new Extra(
                metric,
                subject -> subject.name().equals(MeasuredConnectors.SMALL),
                (subject, cache) -> Stream.concat(Stream.of(LAUNCHER_FILE), Stream.of(arguments))
                        .toList(),
                Optional.of(answer));
    }

    private Peer chicory() {
        OneCall once = (subject, cache) -> jvm(CHICORY, "once", subject);
        return new Peer(
                CHICORY,
                "Chicory used plainly: its compiler, memory and WASI, no limits, JVM with default flags",
                Toolchain.NONE,
                Optional.of(subject -> jvm(CHICORY, "serve", subject)),
                Optional.of(new Starting(
                        once, once, ANSWER, Optional.of("used plainly, it keeps nothing between processes"))),
                Optional.of(new Beginning((subject, cache) -> jvm(CHICORY, "begin", subject), false)),
                List.of(),
                false);
    }

    private Peer wazero() {
        String program = binaries.resolve("wazero-peer").toString();
        OneCall once = (subject, cache) -> with(arguments(List.of(program, "once"), subject), cache);
        return new Peer(
                WAZERO,
                "wazero from a Go program, its compiler, no limits",
                new Toolchain(
                        Optional.of("go"),
                        SOURCES.resolve("wazero"),
                        List.of("go", "build", "-trimpath", "-buildvcs=false", "-o", program, ".")),
                Optional.of(subject -> arguments(List.of(program, "serve"), subject)),
                Optional.of(new Starting(once, once, ANSWER, Optional.empty())),
                Optional.of(begins(program)),
                List.of(),
                false);
    }

    private Peer wasmtime() {
        Path target = binaries.resolve("wasmtime");
        String program = target.resolve("release").resolve("wasmtime-peer").toString();
        OneCall once = (subject, cache) -> with(arguments(List.of(program, "once"), subject), cache);
        return new Peer(
                WASMTIME,
                "wasmtime from a Rust program, Cranelift, no limits",
                new Toolchain(
                        Optional.of("cargo"),
                        SOURCES.resolve("wasmtime"),
                        List.of(
                                "cargo",
                                "build",
                                "--quiet",
                                "--release",
                                "--locked",
                                "--target-dir",
                                target.toString())),
                Optional.of(subject -> arguments(List.of(program, "serve"), subject)),
                Optional.of(new Starting(once, once, ANSWER, Optional.empty())),
                Optional.of(begins(program)),
                List.of(),
                false);
    }

    /**
     * Returns Node as a peer. Fast calls from compiled code into Node's own functions are off, because with them Node 20 crashes after some
     * hundred instances of WASI.
     */
    private Peer node(String name, String streams, String about) {
        List<String> node = List.of(
                "node",
                "--no-warnings",
                "--expose-gc",
                "--no-turbo-fast-api-calls",
                SOURCES.resolve("node").resolve("peer.mjs").toAbsolutePath().toString(),
                streams);
        OneCall once = (subject, cache) -> arguments(with(node, "once"), subject);
        return new Peer(
                name,
                about,
                Toolchain.of("node"),
                Optional.of(subject -> arguments(with(node, "serve"), subject)),
                Optional.of(new Starting(
                        once, once, ANSWER, Optional.of("Node keeps no compiled WebAssembly between processes"))),
                Optional.of(new Beginning((subject, cache) -> arguments(with(node, "begin"), subject), false)),
                List.of(),
                false);
    }

    private Beginning begins(String program) {
        return new Beginning((subject, cache) -> with(arguments(List.of(program, "begin"), subject), cache), false);
    }

    private List<String> jvm(String host, String mode, MeasuredConnector subject) {
        return arguments(java(JvmPeer.class, host, mode), subject);
    }

    private static List<String> java(Class<?> main, String... arguments) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .reduce((one, other) -> one + File.pathSeparator + other)
                .orElseThrow();
        return Stream.concat(Stream.of(java, "-cp", classPath, main.getName()), Stream.of(arguments))
                .toList();
    }

    private List<String> arguments(List<String> command, MeasuredConnector subject) {
        return Stream.concat(
                        command.stream(),
                        Stream.of(subject.module().toAbsolutePath().toString(), document.toString()))
                .toList();
    }

    private static List<String> with(List<String> command, Object more) {
        return Stream.concat(command.stream(), Stream.of(more.toString())).toList();
    }
}
