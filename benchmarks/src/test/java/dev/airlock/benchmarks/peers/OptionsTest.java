package dev.airlock.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.benchmarks.peers.subject.Effort;
import dev.airlock.benchmarks.peers.subject.MeasuredConnector;
import dev.airlock.benchmarks.peers.subject.MeasuredConnectors;
import dev.airlock.benchmarks.peers.subject.Peer;
import dev.airlock.benchmarks.peers.subject.Peers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptionsTest {
    private static final List<Peer> PEERS = new Peers(Effort.QUICK, Path.of("call.json"), Path.of("binaries")).all();

    @Test
    void measuresEverythingUnlessItIsToldOtherwise() throws UsageException {
        Options options = Options.parse();

        assertThat(options.effort()).isEqualTo(Effort.FULL);
        assertThat(options.subjects())
                .extracting(MeasuredConnector::name)
                .containsExactly(MeasuredConnectors.SMALL, MeasuredConnectors.GO, MeasuredConnectors.GO_REACTOR);
        assertThat(options.peers(PEERS)).isEqualTo(PEERS);
    }

    @Test
    void measuresAsMuchAsTheLatestWordSays() throws UsageException {
        assertThat(Options.parse("--quick").effort()).isEqualTo(Effort.QUICK);
        assertThat(Options.parse("--smoke").effort()).isEqualTo(Effort.SMOKE);
        assertThat(Options.parse("--smoke", "--quick").effort()).isEqualTo(Effort.QUICK);
    }

    @Test
    void aConnectorsNameLeavesAllRuntimesAndARuntimesNameAllConnectors() throws UsageException {
        Options connector = Options.parse("--only", MeasuredConnectors.GO);
        Options runtimes = Options.parse("--only", Peers.WAZERO, "--only", Peers.AIRLOCK);

        assertThat(connector.subjects()).extracting(MeasuredConnector::name).containsExactly(MeasuredConnectors.GO);
        assertThat(connector.peers(PEERS)).isEqualTo(PEERS);
        assertThat(runtimes.subjects()).hasSize(3);
        assertThat(runtimes.peers(PEERS)).extracting(Peer::name).containsExactlyInAnyOrder(Peers.AIRLOCK, Peers.WAZERO);
    }

    @Test
    void takesAConnectorByItsFolder(@TempDir Path folder) throws Exception {
        Path connector = Files.createDirectory(folder.resolve("ledger"));
        Files.createFile(connector.resolve("manifest.toml"));
        Files.createFile(connector.resolve("connector.wasm"));

        Options options = Options.parse("--connector", connector.toString());

        assertThat(options.subjects()).extracting(MeasuredConnector::name).contains("ledger");
    }

    @Test
    void refusesWhatThereIsNot(@TempDir Path folder) throws UsageException {
        assertThatThrownBy(() -> Options.parse("--fast")).hasMessageContaining("--fast");
        assertThatThrownBy(() -> Options.parse("--out")).hasMessageContaining("needs a value");
        assertThatThrownBy(() -> Options.parse("--connector", folder.toString()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("manifest.toml");
        Options unknown = Options.parse("--only", "wasmer");
        assertThatThrownBy(() -> unknown.requireNames(PEERS))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("wasmer", "wazero", MeasuredConnectors.SMALL);
    }
}
