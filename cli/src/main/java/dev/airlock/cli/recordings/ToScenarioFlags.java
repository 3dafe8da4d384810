package dev.airlock.cli.recordings;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that convert a recorded call to a scenario. */
public final class ToScenarioFlags {
    @Option(
            names = "--to-scenario",
            paramLabel = "FILE",
            description =
                    "Write the call's last recorded attempt to FILE, as a scenario for airlock test that expects this outcome."
                            + " Secrets are replaced, and each place is listed. The call must have been made with --record.")
    private @Nullable Path file;

    @Option(names = "--force", description = "Replace FILE if it exists.")
    private boolean force;

    /**
     * Writes the scenario, if a file was named.
     *
     * @param call the audit id of the call, or of one of its attempts
     */
    public Optional<WrittenScenario> write(Terminal terminal, String call) {
        if (file == null) {
            if (force) {
                throw CommandProblem.usage("--force needs --to-scenario FILE, the file to replace.");
            }
            return Optional.empty();
        }
        return Optional.of(new ScenarioFile(terminal, file, force, "replace it with --force").write(call));
    }
}
