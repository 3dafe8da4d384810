package dev.airlock.cli.environment;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.formats.text.Problem;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.names.ConnectorIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A folder with a connector: {@code manifest.toml} and {@code connector.wasm}.
 *
 * @param terminal the terminal whose directory resolves a relative path
 * @param typed the folder, as a person typed it
 */
public record ConnectorFolder(Terminal terminal, Path typed) implements ConnectorPlace {
    static final String MANIFEST = "manifest.toml";
    static final String MODULE = "connector.wasm";

    /** Returns the folder that a person named, if it is a folder. */
    public static ConnectorFolder at(Terminal terminal, Path typed) {
        Path folder = terminal.resolve(typed);
        if (Files.isDirectory(folder)) {
            return new ConnectorFolder(terminal, typed);
        }
        if (ConnectorPlace.isName(typed)) {
            String name = ConnectorPlace.shown(typed);
            throw CommandProblem.usage("This command takes the folder of a connector, and " + name
                    + " is the name of an installed one. airlock inspect " + name + " shows what is installed.");
        }
        throw CommandProblem.configuration(
                TypedFile.shown(typed) + (Files.exists(folder) ? " is not a folder." : " does not exist.")
                        + " Name a folder that holds " + MANIFEST + " and " + MODULE + ".",
                List.of());
    }

    @Override
    public ManifestResult readManifest() {
        return ManifestReader.read(terminal.resolve(typed).resolve(MANIFEST));
    }

    @Override
    public ConnectorManifest manifest() {
        ManifestResult result = readManifest();
        if (result instanceof ManifestResult.Problems wrong) {
            boolean one = wrong.problems().size() == 1;
            throw CommandProblem.configuration(
                    "The manifest has "
                            + (one ? "one problem" : wrong.problems().size() + " problems") + "; correct "
                            + (one ? "it" : "them") + " and run the command again.",
                    wrong.problems().stream().map(Problem::toString).toList());
        }
        return result.orThrow();
    }

    /** Returns the identity of the connector. A folder is never signed, so the folder itself is the identity. */
    @Override
    public ConnectorIdentity identity(ConnectorManifest manifest) {
        return new ConnectorIdentity.Unsigned(manifest.connector().name(), realPath());
    }

    /** Returns the folder without symbolic links, which is the same however a person names it. */
    public Path realPath() {
        try {
            return terminal.resolve(typed).toRealPath();
        } catch (IOException e) {
            throw CommandProblem.configuration(TypedFile.shown(typed) + " no longer exists.", List.of());
        }
    }

    @Override
    public byte[] writtenManifest() {
        return TypedFile.bytes(terminal, typed.resolve(MANIFEST), ManifestReader.MAX_BYTES);
    }

    /** Returns whether it holds a module. */
    public boolean hasModule() {
        return Files.isRegularFile(terminal.resolve(typed).resolve(MODULE));
    }

    @Override
    public byte[] module() {
        if (!hasModule()) {
            throw CommandProblem.configuration(
                    TypedFile.shown(typed) + " holds no " + MODULE
                            + ". Build the connector, and put its module there under that name.",
                    List.of());
        }
        return TypedFile.module(terminal, typed.resolve(MODULE));
    }
}
