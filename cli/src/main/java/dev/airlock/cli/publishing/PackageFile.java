package dev.airlock.cli.publishing;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.formats.text.Problem;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.registry.packages.BrokenPackageException;
import dev.airlock.registry.packages.ConnectorPackage;
import dev.airlock.registry.packages.PackageArchive;
import dev.airlock.runtime.files.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A package's archive in a file that a person named.
 *
 * @param terminal the terminal whose directory resolves a relative path
 * @param typed the file, as a person typed it
 */
record PackageFile(Terminal terminal, Path typed) {
    /** The file's name in a release. */
    static final Path STANDARD = Path.of("airlock.tar.gz");

    /** Reads the package in the file. Ends the command if the file is not a package. */
    ConnectorPackage read() {
        return unpack(bytes());
    }

    /** Reads the bytes of the file. */
    byte[] bytes() {
        return TypedFile.bytes(terminal, typed, PackageArchive.MAX_BYTES + 1);
    }

    /** Returns the package in its bytes. Ends the command if they are not a package. */
    ConnectorPackage unpack(byte[] archive) {
        try {
            return PackageArchive.unpack(archive);
        } catch (BrokenPackageException e) {
            throw CommandProblem.configuration(
                    TypedFile.shown(typed) + " is not a connector package. " + e.why(), List.of());
        }
    }

    /**
     * Checks that a package does not overwrite one of its inputs, because a key cannot be replaced.
     *
     * @throws CommandProblem if it would
     */
    void requireNoneOf(Path... inputs) {
        for (Path input : inputs) {
            if (isSame(terminal.resolve(typed), terminal.resolve(input))) {
                throw CommandProblem.usage(TypedFile.shown(typed)
                        + " is an input of this command, and is not overwritten. Name another file"
                        + " with --out.");
            }
        }
    }

    private static boolean isSame(Path one, Path other) {
        try {
            return Files.isSameFile(one, other);
        } catch (IOException e) {
            return false; // one of them does not exist
        }
    }

    /** Writes a package to the file, whole or not at all. */
    void write(ConnectorPackage content) {
        try {
            WholeFile.writeReadable(terminal.resolve(typed), PackageArchive.pack(content));
        } catch (IOException e) {
            throw CommandProblem.configuration(
                    TypedFile.shown(typed)
                            + " cannot be written; nothing was changed. Look at the permissions of its folder"
                            + " and the space on its disk.",
                    List.of());
        }
    }

    /** Returns the manifest of a package. Ends the command with all its problems if it has any. */
    static ConnectorManifest manifest(ConnectorPackage content) {
        ManifestResult result = content.readManifest();
        if (result instanceof ManifestResult.Problems wrong) {
            throw CommandProblem.configuration(
                    "The manifest in the package has problems, so it cannot be used.",
                    wrong.problems().stream().map(Problem::toString).toList());
        }
        return result.orThrow();
    }
}
