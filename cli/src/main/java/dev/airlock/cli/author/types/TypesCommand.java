package dev.airlock.cli.author.types;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.cli.environment.ConnectorFolder;
import dev.airlock.conformance.projects.Language;
import dev.airlock.conformance.types.GeneratedTypes;
import dev.airlock.runtime.files.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code airlock types}: writes the types of a connector's arguments and results in its language. */
@Command(
        name = "types",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Writes the types of arguments and results, as the schemas of the manifest describe them.",
            "The file is written whole; airlock check says when the manifest has changed since then.",
            "What a schema says beyond types and members, such as a pattern, is left to validation."
        },
        footer = {"", "Examples:", "  airlock types item-lookup", "  airlock types item-lookup --lang rust"})
public final class TypesCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "DIR", description = "A folder with manifest.toml and the sources.")
    private Path directory = Path.of("");

    @Option(
            names = "--lang",
            paramLabel = "LANGUAGE",
            description = "go, rust, c or assemblyscript; otherwise that of the sources in the folder.")
    private @Nullable String lang;

    /** The command for the user of that terminal. */
    public TypesCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        ConnectorFolder folder = ConnectorFolder.at(terminal, directory);
        Language language = language(terminal.resolve(directory));
        GeneratedTypes types = GeneratedTypes.of(folder.manifest(), language)
                .orElseThrow(() -> CommandProblem.configuration(
                        "No operation of the manifest has a schema with properties. Describe arguments under"
                                + " [operations.args] and results under [operations.result], and run the command again.",
                        List.of()));
        String shown = TypedFile.shown(directory.resolve(types.file()));
        try {
            boolean changed = write(terminal.resolve(directory).resolve(types.file()), types, shown);
            terminal.out().println(changed ? "wrote " + shown : shown + " is up to date");
        } catch (IOException e) {
            throw CommandProblem.configuration(shown + " cannot be written.", List.of());
        }
        return ExitCode.SUCCESS;
    }

    private static boolean write(Path file, GeneratedTypes types, String shown) throws IOException {
        Optional<String> there = TypesFile.text(file);
        if (there.equals(Optional.of(types.text()))) {
            return false;
        }
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                && there.filter(GeneratedTypes::isGenerated).isEmpty()) {
            throw CommandProblem.configuration(
                    shown + " is there and was not generated. Move it to another name, and run the command again.",
                    List.of());
        }
        Files.createDirectories(Objects.requireNonNull(file.getParent(), "a file is in a folder"));
        WholeFile.writeReadable(file, types.text().getBytes(StandardCharsets.UTF_8));
        return true;
    }

    private Language language(Path folder) {
        if (lang != null) {
            return LanguageWord.read(lang);
        }
        List<Language> found = TypesFile.languages(folder);
        if (found.size() != 1) {
            throw CommandProblem.usage((found.isEmpty()
                            ? "The folder has no sources that tell its language"
                            : "The folder has sources of several languages")
                    + "; add --lang with " + LanguageWord.ALL + ".");
        }
        return found.get(0);
    }
}
