package dev.airlock.cli.publishing;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.TypedFile;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.parsing.Problem;
import dev.airlock.runtime.files.WholeFile;
import dev.airlock.runtime.packages.BrokenPackageException;
import dev.airlock.runtime.packages.ConnectorPackage;
import dev.airlock.runtime.packages.PackageArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A package's archive in a file that a person named.
 *
 * @param terminal what its relative path starts from
 * @param typed the file, as a person typed it
 */
record PackageFile(Terminal terminal, Path typed) {
    /** The name that a release gives it. */
    static final Path STANDARD = Path.of("airlock.tar.gz");

    /** What it holds, if it is a package. */
    ConnectorPackage read() {
        return unpack(bytes());
    }

    /** The file itself. */
    byte[] bytes() {
        return TypedFile.bytes(terminal, typed, PackageArchive.MAX_BYTES + 1);
    }

    /** What its bytes hold, if they are a package. */
    ConnectorPackage unpack(byte[] archive) {
        try {
            return PackageArchive.unpack(archive);
        } catch (BrokenPackageException e) {
            throw CommandProblem.configuration(
                    TypedFile.shown(typed) + " is not a connector package. " + e.why(), List.of());
        }
    }

    /**
     * Makes sure that a package is not written over something that it is made of: a key is not to be had again.
     *
     * @throws CommandProblem if it would be
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
            return false; // one of them is not there
        }
    }

    /** Puts a package in the file's place, whole or not at all. */
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

    /** The manifest of a package, or a problem of the command's that lists everything wrong with it. */
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
