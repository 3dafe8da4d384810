package dev.airlock.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestTextTest {
    private static final Path ROOT = Path.of(System.getProperty("airlock.root"));
    private static final String BARE = "[connector]\nname = \"local://cases/x\"\nversion = \"1.0.0\"\n";

    static List<Path> manifests() throws IOException {
        List<Path> manifests = new ArrayList<>();
        for (String folder : List.of("testdata", "sample-connectors")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".toml"))
                        .filter(file -> ManifestReader.read(file) instanceof ManifestResult.Read)
                        .sorted()
                        .forEach(manifests::add);
            }
        }
        return manifests;
    }

    @ParameterizedTest
    @MethodSource("manifests")
    void everyManifestIsReadBackAsItWas(Path file) {
        assertIsReadBack(ManifestReader.read(file).orThrow());
    }

    @Test
    void thereAreManifestsOfEveryTable() throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path file : manifests()) {
            all.append(ManifestText.of(ManifestReader.read(file).orThrow()));
        }
        assertThat(all)
                .contains(
                        "[connector.idempotency]",
                        "[connector.reactor]",
                        "[capabilities.network]",
                        "[capabilities.credential.oauth2]",
                        "[capabilities.credential.aws_sigv4]",
                        "[capabilities.state]",
                        "[limits]",
                        "[provides]",
                        "[operations.args]",
                        "[operations.result]",
                        "reversal = ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "description = \"two\\nlines, a \\\"quote\\\", a \\\\ and a\\ttab\"\n",
                "publisher = \"é漢😀\"\n",
                "[limits]\nlog = { lines = 5, bytes = \"2KiB\" }\nfuel = 77\nmodule = { functions = 3 }\n",
                "[limits]\nwall_time = \"5s\"\nstate = { keys = 3 }\n",
                "[capabilities.network]\nhosts = []\n[capabilities.runtime]\nimports = []\n",
                "[[operations]]\nname = \"a\"\nargs = {}\n",
                "[[operations]]\nname = \"a\"\n[operations.args]\n\"a key.with dots\" = [1, -2.5, 1e3, true, {}, { x = [] }]\n",
                "[[operations]]\nname = \"a\"\n[operations.args.properties]\n\"\" = { default = \"a\\u0000b\" }\n",
            })
    void whatIsHardToWriteIsReadBackAsItWas(String more) {
        assertIsReadBack(ManifestReader.read("manifest.toml", BARE + more).orThrow());
    }

    private static void assertIsReadBack(ConnectorManifest manifest) {
        String text = ManifestText.of(manifest);

        assertThat(ManifestReader.read("manifest.toml", text)).as(text).isEqualTo(new ManifestResult.Read(manifest));
    }
}
