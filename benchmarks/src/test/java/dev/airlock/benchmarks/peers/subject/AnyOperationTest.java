package dev.airlock.benchmarks.peers.subject;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AnyOperationTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void takesOutTheTablesOfOperationsAndNothingElse() {
        assertThat(AnyOperation.withoutOperations(List.of(
                        "[connector]",
                        "name = 'x'",
                        "[[operations]]",
                        "name = 'y'",
                        "[operations.args.properties]",
                        "a = 1",
                        "[limits]",
                        "memory = '1MiB'")))
                .containsExactly("[connector]", "name = 'x'", "[limits]", "memory = '1MiB'");
    }

    @Test
    void aCopyIsTheSameConnectorWithoutDeclaredOperations() throws Exception {
        Path sample = Path.of("../sample-connectors/issue-tracker-go/reactor");
        MeasuredConnector original =
                new MeasuredConnector(MeasuredConnectors.GO_REACTOR, sample, MeasuredConnector.Style.REACTOR);

        MeasuredConnector copy = AnyOperation.of(original, folder);

        ConnectorManifest before = manifest(original);
        ConnectorManifest after = manifest(copy);
        assertThat(copy.style()).isEqualTo(original.style());
        assertThat(Files.mismatch(copy.module(), original.module())).isEqualTo(-1);
        assertThat(before.operations()).isNotEmpty();
        assertThat(after.operations()).isEmpty();
        assertThat(after.reactorSnapshot()).isTrue();
        assertThat(after.capabilities()).isEqualTo(before.capabilities());
    }

    private static ConnectorManifest manifest(MeasuredConnector subject) {
        return ManifestReader.read(subject.folder().resolve("manifest.toml")).orThrow();
    }
}
