package dev.airlock.cli.author;

import dev.airlock.cli.author.types.LanguageWord;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.conformance.projects.Language;
import dev.airlock.conformance.projects.NewProject;
import dev.airlock.formats.text.Printable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code airlock new}: creates a connector project. */
@Command(
        name = "new",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Makes a folder with a connector project: source, manifest, tests, a scripted service and a README.",
            "Build it with the usual tools of its language; it needs no other part of Airlock."
        },
        footer = {"", "Examples:", "  airlock new item-lookup --lang go", "  airlock new item-lookup --lang rust"})
public final class NewCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "NAME", description = "The name of the project and of its folder.")
    private String name = "";

    @Option(names = "--lang", paramLabel = "LANGUAGE", required = true, description = "go, rust, c or assemblyscript.")
    private String lang = "";

    /** The command for the user of that terminal. */
    public NewCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        if (!NewProject.isName(name)) {
            throw CommandProblem.usage(Printable.quoted(name)
                    + " is not a project name; write lower-case letters, digits and hyphens, a letter first.");
        }
        Language language = LanguageWord.read(lang);
        write(language);
        terminal.out().println("made " + name + ", in " + language.source() + " the connector. Build it:");
        terminal.out().println();
        terminal.out().println("  cd " + name);
        language.build(name).lines().forEach(line -> terminal.out().println("  " + line));
        terminal.out().println("  airlock test .");
        return ExitCode.SUCCESS;
    }

    private void write(Language language) {
        try {
            NewProject.write(terminal.resolve(Path.of(name)), name, language);
        } catch (FileAlreadyExistsException e) {
            throw CommandProblem.configuration(
                    name + " exists already. Choose another name, or remove it first.", List.of());
        } catch (IOException e) {
            throw CommandProblem.configuration(name + " cannot be written here.", List.of());
        }
    }
}
