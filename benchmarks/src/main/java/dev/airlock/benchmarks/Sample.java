package dev.airlock.benchmarks;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The sample connectors. */
public enum Sample {
    CHAT_POST_RUST,
    PAYMENT_RAIL_C,
    LOOKUP_ASSEMBLYSCRIPT,
    ISSUE_TRACKER_GO;

    /** Returns the name of its folder. */
    public String folderName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    ConnectorManifest manifest() {
        return ManifestReader.read(folder().resolve("manifest.toml")).orThrow();
    }

    byte[] module() {
        try {
            return Files.readAllBytes(folder().resolve("connector.wasm"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the script of its service's answers. */
    String upstream() {
        try {
            return Files.readString(folder().resolve("upstream.toml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path folder() {
        return Folder.SAMPLES.resolve(folderName());
    }
}
