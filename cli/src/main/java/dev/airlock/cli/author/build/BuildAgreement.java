package dev.airlock.cli.author.build;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.input.Confirmation;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.cli.environment.ConnectorFolder;
import dev.airlock.cli.environment.UserFolders;
import dev.airlock.formats.hash.Sha256;
import dev.airlock.runtime.files.WholeFile;
import dev.airlock.sandbox.api.Cancellation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A person's agreement that Airlock runs the commands of a {@code dev.toml}, which may be somebody else's. It holds for one folder, and for
 * as long as the file there is the same.
 *
 * @param directory the connector's folder, as a person typed it
 */
record BuildAgreement(Terminal terminal, Path directory) {
    private static final String ALLOW = "--allow-build";

    /**
     * Ends the command unless somebody agreed before, or does now.
     *
     * @param isAllowed whether the person allowed it for this run, by a flag
     */
    void require(DevFile file, boolean isAllowed) {
        Path kept = kept();
        if (isAllowed || isKept(kept, file)) {
            return;
        }
        terminal.err().println("The file dev.toml of " + TypedFile.shown(directory) + " builds the connector with:");
        file.steps().forEach(step -> terminal.err().println("  " + step.shown()));
        if (!terminal.interactive()) {
            throw CommandProblem.usage(
                    "Nothing was run: nobody agreed to these commands, and there is no terminal to ask."
                            + " If you trust them, run this command again with " + ALLOW + ".");
        }
        if (!Confirmation.isAnsweredYes(
                terminal, "Run it now, and again whenever a file changes?", new Cancellation())) {
            throw CommandProblem.usage("Nothing was run. To test the module that is there, use airlock test.");
        }
        keep(kept, file);
    }

    private Path kept() {
        String folder = new ConnectorFolder(terminal, directory).realPath().toString();
        return UserFolders.home(terminal).builds().resolve(Sha256.hex(folder.getBytes(StandardCharsets.UTF_8)));
    }

    private static boolean isKept(Path kept, DevFile file) {
        try {
            return Files.readString(kept, StandardCharsets.US_ASCII).equals(file.hash());
        } catch (IOException e) {
            return false; // nobody agreed yet
        }
    }

    private void keep(Path kept, DevFile file) {
        try {
            WholeFile.write(kept, file.hash().getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            terminal.err().println("airlock: the agreement cannot be kept, so it is asked for again next time.");
        }
    }
}
