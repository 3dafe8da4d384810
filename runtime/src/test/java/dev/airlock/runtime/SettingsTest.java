package dev.airlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.airlock.failures.Reason;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.ActionReader;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.runtime.actions.ActionCall;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import dev.airlock.runtime.actions.source.ConnectorFolders;
import dev.airlock.runtime.settings.ConnectorSettings;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An embedded runtime gives a connector the values in the home, however the connector is called. */
class SettingsTest {
    private static final Path ECHO = Path.of(System.getProperty("airlock.root"), "testdata/cli/echo/connector.wasm");
    private static final String MANIFEST = """
            [connector]
            name = "local://tests/echo"
            version = "1.0.0"
            [settings.pages]
            type = "integer"
            """;

    @TempDir
    private Path folder;

    private Path home;
    private Path connector;
    private ConnectorIdentity identity;

    @BeforeEach
    void connector() throws IOException {
        home = folder.resolve("home");
        connector = Files.createDirectories(folder.resolve("connectors/echo"));
        Files.copy(ECHO, connector.resolve("connector.wasm"));
        Files.writeString(connector.resolve("manifest.toml"), MANIFEST);
        identity = new ConnectorIdentity.Unsigned(
                ConnectorName.parse("local://tests/echo").orThrow(), connector.toRealPath());
    }

    @Test
    void aConnectorIsLoadedWithItsValuesAndNotWithoutThem() throws IOException {
        try (Airlock airlock = Airlock.builder().home(home).build()) {
            LoadOutcome without = airlock.load(connector);
            assertThat(((LoadOutcome.Invalid) without).problems().get(0).message())
                    .contains("needs a value for its setting pages", "airlock settings set");
            set(7);
            assertThat(settings(airlock.call(airlock.load(connector).orThrow(), echo())))
                    .hasToString("{\"pages\":7}");
        }
    }

    @Test
    void oneCallOfBytesHasThemToo() throws IOException {
        ConnectorFiles files =
                new ConnectorFiles(MANIFEST.getBytes(StandardCharsets.UTF_8), Files.readAllBytes(ECHO), identity);
        try (Airlock airlock = Airlock.builder().home(home).build()) {
            assertThatThrownBy(() -> airlock.call(files, LoadOptions.standard(), echo()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("pages");
            set(8);
            assertThat(settings(airlock.call(files, LoadOptions.standard(), echo())))
                    .hasToString("{\"pages\":8}");
        }
    }

    @Test
    void aStepOfAnActionHasThemToo() throws IOException {
        Action action = action();
        try (Airlock airlock = Airlock.builder()
                .home(home)
                .connectors(new ConnectorFolders(List.of(folder.resolve("connectors"))))
                .build()) {
            ActionCall call = ActionCall.of(action, JsonNodeFactory.instance.objectNode());
            Outcome.Failed without = (Outcome.Failed) airlock.action(call).outcome();
            assertThat(without.failure().details()).containsEntry("reason", Reason.BAD_INPUT.wireName());
            assertThat(without.failure().message()).contains("pages", "airlock settings set");

            set(9);
            Outcome with = airlock.action(call).outcome();
            assertThat(((Outcome.Succeeded) with).output().toString()).contains("\"settings\":{\"pages\":9}");
            set(10);
            assertThat(((Outcome.Succeeded) airlock.action(call).outcome())
                            .output()
                            .toString())
                    .contains("\"settings\":{\"pages\":10}");
        }
    }

    @Test
    void aValueThatTheManifestTakesNoMoreIsNotGiven() throws IOException {
        ConnectorSettings.in(home).change(identity, was -> Map.of("pages", TextNode.valueOf("seven")), () -> {});
        try (Airlock airlock = Airlock.builder().home(home).build()) {
            assertThat(((LoadOutcome.Invalid) airlock.load(connector))
                            .problems()
                            .get(0)
                            .message())
                    .contains("not of type integer");
        }
    }

    @Test
    void aSettingThatAnUpdateRemovedIsPassedOver() throws IOException {
        ConnectorSettings.in(home)
                .change(identity, was -> Map.of("pages", IntNode.valueOf(7), "gone", TextNode.valueOf("x")), () -> {});
        try (Airlock airlock = Airlock.builder().home(home).build()) {
            assertThat(settings(airlock.call(airlock.load(connector).orThrow(), echo())))
                    .hasToString("{\"pages\":7}");
        }
    }

    @Test
    void manyWhoSetAtOnceLoseNothing() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        CountDownLatch together = new CountDownLatch(1);
        List<Future<?>> all = IntStream.range(0, 40)
                .<Future<?>>mapToObj(i -> threads.submit(() -> {
                    together.await();
                    ConnectorIdentity one = new ConnectorIdentity.Signed(
                            ConnectorName.parse("github://acme/c" + i).orThrow(), "github://acme/c" + i);
                    ConnectorSettings.in(home).change(one, was -> Map.of("pages", IntNode.valueOf(i)), () -> {});
                    return null;
                }))
                .toList();
        together.countDown();
        for (Future<?> one : all) {
            one.get();
        }
        threads.shutdown();
        for (int i = 0; i < 40; i++) {
            ConnectorIdentity one = new ConnectorIdentity.Signed(
                    ConnectorName.parse("github://acme/c" + i).orThrow(), "github://acme/c" + i);
            assertThat(ConnectorSettings.in(home).of(one)).hasToString("{pages=" + i + "}");
        }
    }

    @Test
    void whatCannotBeRecordedIsNotSet() throws IOException {
        set(7);
        assertThatThrownBy(() -> ConnectorSettings.in(home)
                        .change(identity, was -> Map.of("pages", IntNode.valueOf(8)), () -> {
                            throw new IllegalStateException("no record");
                        }))
                .hasMessage("no record");
        assertThat(ConnectorSettings.in(home).of(identity)).hasToString("{pages=7}");
    }

    private void set(int pages) throws IOException {
        ConnectorSettings.in(home).change(identity, was -> Map.of("pages", IntNode.valueOf(pages)), () -> {});
    }

    private static CallRequest echo() {
        return CallRequest.of("echo", JsonNodeFactory.instance.objectNode());
    }

    private static JsonNode settings(CallResult result) {
        return result.output().orElseThrow().at("/call/settings");
    }

    private Action action() throws IOException {
        byte[] manifest = MANIFEST.getBytes(StandardCharsets.UTF_8);
        assertThat(ManifestReader.read("manifest.toml", MANIFEST)
                        .orThrow()
                        .settings()
                        .declared())
                .hasSize(1);
        String hash = new ConnectorFiles(manifest, Files.readAllBytes(ECHO)).hash();
        String text = """
                +++
                name = "echo"
                version = "1.0.0"
                [[requires.connectors]]
                name = "local://tests/echo"
                version = "1.0.0"
                hash = "%s"
                capabilities = ["echo"]
                [[execute]]
                id = "say"
                connector = "local://tests/echo"
                op = "echo"
                +++
                Says it again.
                """.formatted(hash);
        return ActionReader.read("echo.md", text).orThrow();
    }
}
