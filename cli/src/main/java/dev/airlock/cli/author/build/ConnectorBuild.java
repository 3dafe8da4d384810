package dev.airlock.cli.author.build;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The building of one connector by the commands of its {@code dev.toml}, in its folder. */
public final class ConnectorBuild {
    /** The folders into which toolchains write. */
    private static final Set<String> OUTPUT = Set.of("target", "build", "node_modules");

    private final Terminal terminal;
    private final Path directory;
    private final boolean isAllowed;

    private ConnectorBuild(Terminal terminal, Path directory, boolean isAllowed) {
        this.terminal = terminal;
        this.directory = directory;
        this.isAllowed = isAllowed;
    }

    /**
     * Returns the build of a connector; empty if it has no {@code dev.toml}. Asks a person before the commands of that file run for the
     * first time, and ends the command without their agreement.
     *
     * @param isAllowed whether the person allowed it for this run, by a flag
     */
    public static Optional<ConnectorBuild> agreed(Terminal terminal, Path directory, boolean isAllowed) {
        ConnectorBuild build = new ConnectorBuild(terminal, directory, isAllowed);
        return build.steps().isEmpty() ? Optional.empty() : Optional.of(build);
    }

    /**
     * Returns whether a build writes a file: the module, and everything in hidden folders and those of toolchains.
     *
     * @param path the file's path from the connector's folder
     */
    public static boolean isOutput(Path path) {
        for (Path name : path) {
            String text = name.toString();
            if (text.startsWith(".") || OUTPUT.contains(text)) {
                return true;
            }
        }
        return path.endsWith("connector.wasm");
    }

    /**
     * Runs the commands that {@code dev.toml} has now, with their output on standard error, until one fails. Asks again if the file has
     * changed. Prints why it cannot go on.
     *
     * @return whether all succeeded
     */
    public boolean run() throws InterruptedException {
        try {
            for (DevFile.Step step : steps()) {
                terminal.err().println("building: " + step.shown());
                int exitCode = StepProcess.run(step, terminal.resolve(directory), terminal.err());
                if (exitCode != 0) {
                    terminal.err()
                            .println("airlock: the build failed with exit code " + exitCode
                                    + ". Correct it and save; it then runs again.");
                    return false;
                }
            }
            return true;
        } catch (CommandProblem problem) {
            problem.print(terminal);
        } catch (IOException e) {
            terminal.err()
                    .println("airlock: the program of that command cannot be run."
                            + " See whether it is installed, and on the PATH.");
        }
        return false;
    }

    private List<DevFile.Step> steps() {
        Optional<DevFile> file = DevFile.read(terminal, directory);
        file.ifPresent(found -> new BuildAgreement(terminal, directory).require(found, isAllowed));
        return file.map(DevFile::steps).orElse(List.of());
    }
}
