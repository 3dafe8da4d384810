package dev.airlock.cli.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.CommandRun;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.ActionReader;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.runtime.CallRequest;
import dev.airlock.runtime.CallResult;
import dev.airlock.runtime.actions.ActionRunner;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import dev.airlock.runtime.actions.source.ConnectorFolders;
import dev.airlock.runtime.actions.step.StepCaller;
import dev.airlock.runtime.actions.tools.ToolCall;
import dev.airlock.runtime.recovery.Recoveries;
import dev.airlock.runtime.recovery.RecoveryHandler;
import dev.airlock.runtime.recovery.journal.RecoveryListener;
import dev.airlock.runtime.recovery.store.RecoveryStore;
import dev.airlock.runtime.recovery.store.sqlite.SqliteRecoveryStore;
import dev.airlock.runtime.recovery.time.RandomSource;
import dev.airlock.runtime.recovery.time.Time;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.host.net.dial.ScriptedDialer;
import dev.airlock.sandbox.load.LoadResult;
import dev.airlock.upstreams.ScriptedUpstream;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddingExampleTest {
    private static final Path LOOKUP = CommandRun.ROOT.resolve("sample-connectors/lookup-assemblyscript");

    @Test
    void asksAConnectorAndExplainsItsFailures() throws Exception {
        UpstreamScript script = ((ScriptReading.Valid) UpstreamScript.read(LOOKUP.resolve("upstream.toml"))).script();
        try (ScriptedUpstream upstream = ScriptedUpstream.start(script, List.of("countries.example.com:443"));
                Sandbox sandbox = Sandbox.builder().dialer(dialer(upstream)).build()) {
            assertThat(EmbeddingExample.ask(sandbox, LOOKUP, args("CI"))).contains("\"capital\":\"Yamoussoukro\"");
            assertThat(EmbeddingExample.ask(sandbox, LOOKUP, args("ZZ"))).startsWith("external_api_error: ");
        }
    }

    @Test
    void capsWhatAManifestAsksFor() throws Exception {
        try (Sandbox sandbox = EmbeddingExample.careful(CommandRun.codeCache(), "a-key-that-is-long-enough")) {
            LoadResult.Loaded loaded = (LoadResult.Loaded) load(sandbox, "sleep");

            assertThat(loaded.connector().limits().get(LimitName.WALL_TIME)).isEqualTo(10_000);
            assertThat(loaded.connector().limits().get(LimitName.MEMORY)).isEqualTo(32L << 20);
        }
    }

    @Test
    void cancelsACall() throws Exception {
        try (Sandbox sandbox = Sandbox.builder().build()) {
            LoadResult.Loaded loaded = (LoadResult.Loaded) load(sandbox, "sleep");

            assertThat(EmbeddingExample.withinReach(sandbox, loaded.connector(), Call.of("x", args("")), Runnable::run))
                    .isInstanceOf(Outcome.Cancelled.class);
        }
    }

    @Test
    void makesOneCallOfAConnectorThatIsLoadedForIt(@TempDir Path temp) throws Exception {
        Path folder = CommandRun.CONNECTORS.resolve("echo");
        ConnectorFiles echo = new ConnectorFiles(
                Files.readAllBytes(folder.resolve("manifest.toml")),
                Files.readAllBytes(folder.resolve("connector.wasm")),
                new ConnectorIdentity.Unsigned(
                        ConnectorName.parse("local://cli/echo").orThrow(), folder));

        CallResult result = EmbeddingExample.once(
                temp,
                echo,
                CallRequest.of("echo", JsonNodeFactory.instance.objectNode().put("text", "hello")));

        assertThat(result.output().orElseThrow().toString()).contains("hello");
        assertThat(temp.resolve("audit.db")).exists();
        assertThat(temp.resolve("recovery.db")).doesNotExist();
    }

    @Test
    void runsAnActionAsATool(@TempDir Path temp) {
        Action action = ActionReader.read(CommandRun.CONNECTORS.resolve("actions/echo-twice.md"))
                .orThrow();
        try (Sandbox sandbox = Sandbox.builder().build();
                RecoveryStore store = SqliteRecoveryStore.open(temp.resolve("recovery.db"));
                ActionRunner runner = ActionRunner.builder(
                                sandbox,
                                new ConnectorFolders(List.of(CommandRun.CONNECTORS)),
                                StepCaller.recovering(new Recoveries(
                                        Time.ofTheMachine(),
                                        RandomSource.secure(),
                                        store,
                                        RecoveryHandler.NOBODY,
                                        RecoveryListener.NONE)))
                        .build()) {
            assertThat(EmbeddingExample.act(
                            runner, action, new ToolCall("call_1", "echo-twice", "{\"text\":\"hello\"}")))
                    .startsWith("Action 'echo-twice' succeeded.\n{\"first\":")
                    .contains("hello again");
        }
    }

    private static LoadResult load(Sandbox sandbox, String connector) throws Exception {
        Path folder = CommandRun.CONNECTORS.resolve(connector);
        ConnectorManifest manifest =
                ManifestReader.read(folder.resolve("manifest.toml")).orThrow();
        return sandbox.load(manifest, Files.readAllBytes(folder.resolve("connector.wasm")), LoadOptions.standard());
    }

    private static ScriptedDialer dialer(ScriptedUpstream upstream) {
        return new ScriptedDialer(
                (scheme, target) -> {
                    try {
                        return Optional.of(upstream.dial(target.host().toString(), target.port(), true));
                    } catch (UnknownHostException e) {
                        return Optional.empty();
                    }
                },
                upstream.trustManager());
    }

    private static ObjectNode args(String code) {
        return JsonNodeFactory.instance.objectNode().put("code", code);
    }
}
