package dev.airlock.runtime.actions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.ActionReader;
import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.manifests.limits.ByteSize;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import dev.airlock.runtime.actions.source.ConnectorFolders;
import dev.airlock.runtime.actions.step.StepCaller;
import dev.airlock.runtime.recovery.Recoveries;
import dev.airlock.runtime.recovery.ReviewQueue;
import dev.airlock.runtime.recovery.journal.RecoveryListener;
import dev.airlock.runtime.recovery.store.sqlite.SqliteRecoveryStore;
import dev.airlock.runtime.recovery.time.RandomSource;
import dev.airlock.runtime.recovery.time.Time;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.admission.MemoryBudget;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.cache.CacheUnusableException;
import dev.airlock.sandbox.cache.CodeCache;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.net.dial.ScriptedDialer;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Actions with real connectors in their own folders, a scripted upstream on real sockets, and a real store. */
public final class ActionBench implements AutoCloseable {
    public static final Path ROOT = Path.of(System.getProperty("airlock.root"));
    public static final Path SAMPLES = ROOT.resolve("sample-connectors");
    public static final String NOTHING = "";

    /** The grants of most tests' connectors. */
    private static final String ERRANDS = """
            [connector]
            name = "local://tests/errands"
            version = "1.0.0"
            [capabilities.network]
            hosts = ["api.example.com:443"]
            [capabilities.runtime]
            imports = ["http_request", "http_response_read", "http_response_size", "http_response_status"]
            """;

    private static final String ECHO = """
            [connector]
            name = "local://tests/echo"
            version = "1.0.0"
            """;

    public final ScriptedUpstream upstream;
    public final Sandbox sandbox;
    public final Recoveries recoveries;
    public final Path folders;
    private final SqliteRecoveryStore store;
    private final Map<String, String> hashes = new HashMap<>();

    public ActionBench(Path temp, String script, String... hosts) {
        this.folders = temp.resolve("connectors");
        this.store = SqliteRecoveryStore.open(temp.resolve("recovery.db"));
        this.upstream = start(script, hosts);
        this.sandbox = Sandbox.builder()
                .codeCache(code())
                .memoryBudget(new MemoryBudget(new ByteSize(8L << 30)))
                .dialer(new ScriptedDialer(this::dial, upstream.trustManager()))
                .credentials(CredentialSource.of(upstream.bindings()))
                .build();
        Time time = Time.ofTheMachine();
        this.recoveries = new Recoveries(
                time, RandomSource.secure(), store, new ReviewQueue(store.reviews(), time), RecoveryListener.NONE);
        put("errands", ERRANDS, "errands");
        put("echo", ECHO, "echo");
    }

    /** Returns the shared cache. Large samples are compiled once per build, by the first test that needs them. */
    private static CodeCache code() {
        try {
            return CodeCache.open(GuestCode.folder(), GuestCode.key(), CodeCache.STANDARD_SIZE);
        } catch (IOException | CacheUnusableException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ScriptedUpstream start(String script, String... hosts) {
        ScriptReading reading = UpstreamScript.parse("upstream.toml", script);
        if (reading instanceof ScriptReading.Invalid invalid) {
            throw new AssertionError(invalid.problems().toString());
        }
        try {
            return ScriptedUpstream.start(
                    ((ScriptReading.Valid) reading).script(),
                    hosts.length == 0 ? List.of("api.example.com:443") : List.of(hosts));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a connector into its own folder: a manifest, and a module of {@code testdata/cli}. */
    public Path put(String folder, String manifest, String module) {
        Path there = folders.resolve(folder);
        try {
            Files.createDirectories(there);
            Files.writeString(there.resolve("manifest.toml"), manifest);
            byte[] wasm = Files.readAllBytes(
                    ROOT.resolve("testdata/cli").resolve(module).resolve("connector.wasm"));
            Files.write(there.resolve("connector.wasm"), wasm);
            hashes.put(
                    folder,
                    new ConnectorFiles(manifest.getBytes(java.nio.charset.StandardCharsets.UTF_8), wasm).hash());
            return there;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes the connector that runs errands, with more tables in its manifest. */
    public void errands(String tables) {
        put("errands", ERRANDS + tables, "errands");
    }

    /** Writes the connector that returns its call, with more tables in its manifest. */
    public void echo(String tables) {
        put("echo", ECHO + tables, "echo");
    }

    /** Returns an action that may use both of them, with these tables. */
    public Action action(String tables) {
        return ActionReader.read("test.md", text(tables)).orThrow();
    }

    /** Returns the text of such an action. */
    public String text(String tables) {
        StringBuilder text = new StringBuilder("+++\nname = \"test\"\nversion = \"1.0.0\"\n");
        hashes.forEach((folder, hash) -> text.append("""
                [[requires.connectors]]
                name = "local://tests/%s"
                version = "1.0.0"
                hash = "%s"
                capabilities = ["run", "echo", "other"]
                """.formatted(folder, hash)));
        return text + tables + "\n+++\nDoes what the test wants.\n";
    }

    /** Returns a step that returns its call. */
    public static String echoes(String id, String inputs) {
        return step(id, "echo", "echo", "inputs = { " + inputs + " }\n");
    }

    /** Returns a step that makes a request. */
    public static String errand(String id, String method, String path, String more) {
        String[] words = method.split("\\+");
        return step(
                id,
                "errands",
                "run",
                "inputs = { errands = [{ method = \"%s\", path = \"%s\", key = \"%s\" }] }\n"
                                .formatted(words[0], path, words.length > 1 ? words[1] : "none")
                        + more);
    }

    public static String step(String id, String connector, String op, String more) {
        return "[[execute]]\nid = \"%s\"\nconnector = \"local://tests/%s\"\nop = \"%s\"\n%s\n"
                .formatted(id, connector, op, more);
    }

    public static String input(String name, String type, String more) {
        return "[[inputs]]\nname = \"%s\"\ntype = \"%s\"\ndescription = \"What it is.\"\n%s\n"
                .formatted(name, type, more);
    }

    /** Returns a rule that answers a path with a status. */
    public static String answers(String path, int status) {
        return "[[exchange]]\nmatch = { path = \"%s\" }\nrespond = { status = %d, body = '{}' }\n"
                .formatted(path, status);
    }

    public ActionRunner runner() {
        return runner(builder -> builder);
    }

    public ActionRunner runner(UnaryOperator<ActionRunner.Builder> settings) {
        return runner(StepCaller.recovering(recoveries), settings);
    }

    public ActionRunner runner(StepCaller caller, UnaryOperator<ActionRunner.Builder> settings) {
        return settings.apply(ActionRunner.builder(sandbox, new ConnectorFolders(List.of(folders)), caller)
                        .loadOptions(pinned -> LoadOptions.standard().withTier(Tier.INTERPRETED)))
                .build();
    }

    /** Runs an action with these inputs, once. */
    public ActionOutcome run(Action action, String inputs) {
        try (ActionRunner runner = runner()) {
            return runner.run(ActionCall.of(action, json(inputs)));
        }
    }

    /** Returns the requests to the upstream, in order. */
    public List<String> seen() {
        return upstream.requests().stream()
                .map(request -> request.method() + " " + request.path())
                .toList();
    }

    public static ObjectNode json(String text) {
        try {
            return (ObjectNode) StrictJson.read(text);
        } catch (MalformedJsonException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    public static Action sample(String name) {
        return ActionReader.read(SAMPLES.resolve("actions").resolve(name)).orThrow();
    }

    /** Returns the scripts of several samples, one after the other. */
    public static String scripts(String... folders) {
        StringBuilder bindings = new StringBuilder("[bindings]\n");
        StringBuilder rules = new StringBuilder();
        for (String folder : folders) {
            String script = read(SAMPLES.resolve(folder).resolve("upstream.toml"));
            int first = script.indexOf("[[exchange]]");
            bindings.append(script, script.indexOf("[bindings]") + "[bindings]\n".length(), first);
            rules.append(script.substring(first));
        }
        return bindings.append(rules).toString();
    }

    public static String[] hosts(String... folders) {
        return java.util.Arrays.stream(folders)
                .flatMap(
                        folder -> ManifestReader.read(SAMPLES.resolve(folder).resolve("manifest.toml"))
                                .orThrow()
                                .capabilities()
                                .grants()
                                .stream())
                .map(Object::toString)
                .toArray(String[]::new);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
