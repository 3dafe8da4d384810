package dev.airlock.cli;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.parsing.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * A folder with a connector in it: {@code manifest.toml} and {@code connector.wasm}.
 *
 * @param folder the folder
 */
record ConnectorFolder(Path folder) {
    static final String MANIFEST = "manifest.toml";
    static final String MODULE = "connector.wasm";

    /** The folder that a person named, if it is one. */
    static ConnectorFolder at(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw CommandProblem.configuration(
                    folder + " is not a folder. Name a folder that holds " + MANIFEST + " and " + MODULE + ".",
                    List.of());
        }
        return new ConnectorFolder(folder);
    }

    ManifestResult readManifest() {
        return ManifestReader.read(folder.resolve(MANIFEST));
    }

    /** The manifest, or a problem of the command's that lists everything wrong with it. */
    ConnectorManifest manifest() {
        ManifestResult result = readManifest();
        if (result instanceof ManifestResult.Problems wrong) {
            throw CommandProblem.configuration(
                    "The manifest has " + count(wrong.problems().size()) + "; correct "
                            + (wrong.problems().size() == 1 ? "it" : "them") + " and run the command again.",
                    wrong.problems().stream().map(Problem::toString).toList());
        }
        return result.orThrow();
    }

    byte[] module() {
        return bytes(folder.resolve(MODULE));
    }

    /** The bytes of a file that the command needs. */
    static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw CommandProblem.configuration(file + " does not exist.", List.of());
        } catch (IOException e) {
            throw CommandProblem.configuration(file + " cannot be read.", List.of());
        }
    }

    private static String count(int problems) {
        return problems == 1 ? "one problem" : problems + " problems";
    }
}
