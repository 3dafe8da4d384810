package dev.airlock.registry.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.FailureClass;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.ActionReader;
import dev.airlock.registry.packages.ConnectorPackage;
import dev.airlock.registry.store.ConnectorStore;
import dev.airlock.runtime.Airlock;
import dev.airlock.runtime.CallRequest;
import dev.airlock.runtime.CallResult;
import dev.airlock.runtime.LoadOutcome;
import dev.airlock.runtime.actions.ActionCall;
import dev.airlock.runtime.actions.Approver;
import dev.airlock.runtime.audit.store.RecordFilter;
import dev.airlock.sandbox.api.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A runtime that finds this module on its class path, and with it the connectors that were installed in its home. */
class InstalledInAHomeTest {
    private static final Path ROOT = Path.of(System.getProperty("airlock.root"));
    private static final String NAME = "local://cli/echo@1.0.0";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void loadsAConnectorByItsNameUntilItIsAltered() throws Exception {
        ConnectorPackage content = unsigned(ROOT.resolve("testdata/cli/echo"));
        ConnectorStore store = new ConnectorStore(folder.resolve("store"));
        try (Airlock airlock = Airlock.builder().home(folder).build()) {
            assertThatThrownBy(() -> airlock.loadInstalled(NAME))
                    .isInstanceOf(NoSuchFileException.class)
                    .hasMessageContaining(NAME + " is not installed; install it with airlock install");
            assertThatThrownBy(() -> airlock.loadInstalled("echo")).isInstanceOf(IllegalArgumentException.class);

            store.put(content);
            CallResult result =
                    airlock.call(airlock.loadInstalled(NAME).orThrow(), CallRequest.of("echo", json("{\"n\":1}")));
            assertThat(result.output()).isPresent();
            assertThat(airlock.audit()
                            .archive()
                            .find(result.auditId().value())
                            .get(0)
                            .body())
                    .contains(content.hash().text());

            Files.writeString(
                    folder.resolve("store/sha256/" + content.hash().hex() + "/connector.wasm"),
                    "x",
                    StandardOpenOption.APPEND);
            LoadOutcome altered = airlock.loadInstalled(NAME);
            assertThat(((LoadOutcome.Refused) altered).failure().failureClass()).isEqualTo(FailureClass.HASH_MISMATCH);
            assertThat(airlock.audit().archive().calls(RecordFilter.ALL)).hasSize(2);
        }
    }

    @Test
    void findsThePinnedConnectorOfAnAction() throws Exception {
        Path samples = ROOT.resolve("sample-connectors");
        Action action = ActionReader.read(samples.resolve("actions/payment.md")).orThrow();
        ActionCall call =
                ActionCall.of(action, json("{\"card_token\":\"tok_1\",\"amount_minor\":1250,\"currency\":\"EUR\"}"));
        try (Airlock airlock = Airlock.builder()
                .home(folder)
                .approver(Approver.of("tester", request -> true))
                .build()) {
            assertThat(((Outcome.Failed) airlock.action(call).outcome())
                            .failure()
                            .message())
                    .contains("The store does not hold the pinned connector.");

            new ConnectorStore(folder.resolve("store")).put(unsigned(samples.resolve("payment-rail-c")));

            assertThat(((Outcome.Failed) airlock.action(call).outcome())
                            .failure()
                            .failureClass())
                    .isEqualTo(FailureClass.BINDING_REQUIRED);
        }
    }

    private static ConnectorPackage unsigned(Path place) throws IOException {
        return ConnectorPackage.unsigned(
                Files.readAllBytes(place.resolve("connector.wasm")),
                Files.readAllBytes(place.resolve("manifest.toml")));
    }

    private static ObjectNode json(String text) throws Exception {
        return (ObjectNode) StrictJson.read(text);
    }
}
