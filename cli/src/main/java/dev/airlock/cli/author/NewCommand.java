package dev.airlock.cli.author;

import dev.airlock.cli.author.types.LanguageWord;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.conformance.openapi.ApiDocument;
import dev.airlock.conformance.openapi.ApiProblem;
import dev.airlock.conformance.openapi.ApiProject;
import dev.airlock.conformance.projects.Language;
import dev.airlock.conformance.projects.NewProject;
import dev.airlock.formats.text.Printable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
            "Build it with the usual tools of its language; it needs no other part of Airlock.",
            "With --openapi, the connector offers operations of a service that an OpenAPI document describes."
        },
        footer = {
            "",
            "Examples:",
            "  airlock new item-lookup --lang go",
            "  airlock new trains --lang rust --openapi trains.yaml --operations get-stations,get-trips"
        })
public final class NewCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "NAME", description = "The name of the project and of its folder.")
    private String name = "";

    @Option(names = "--lang", paramLabel = "LANGUAGE", required = true, description = "go, rust, c or assemblyscript.")
    private String lang = "";

    @Option(
            names = "--openapi",
            paramLabel = "FILE",
            description = "A document of OpenAPI 3.0 or 3.1, in JSON or YAML, of at most 32 MiB.")
    private @Nullable Path openapi;

    @Option(
            names = "--operations",
            paramLabel = "NAMES",
            split = ",",
            description = "Operations of the document, by their ids, with commas between them; all if there are few.")
    private List<String> operations = List.of();

    @Option(
            names = "--server",
            paramLabel = "URL",
            description = "The service's base URL, in the place of that of the document.")
    private @Nullable String server;

    @Option(names = "--list-operations", description = "Shows the operations of the document, and makes nothing.")
    private boolean list;

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
        if (openapi != null) {
            return fromOpenApi(openapi, language);
        }
        if (list || server != null || !operations.isEmpty()) {
            throw CommandProblem.usage("--operations, --server and --list-operations need --openapi FILE.");
        }
        write(NewProject.files(name, language));
        howToBuild(language);
        return ExitCode.SUCCESS;
    }

    private int fromOpenApi(Path file, Language language) {
        try {
            ApiDocument document = ApiDocument.read(TypedFile.bytes(terminal, file, ApiDocument.MAX_BYTES));
            if (list) {
                ApiProject.list(document).forEach(terminal.out()::println);
                return ExitCode.SUCCESS;
            }
            ApiProject project = ApiProject.of(
                    document, new ApiProject.Wish(name, language, operations, Optional.ofNullable(server)));
            write(project.files());
            project.leftOut().forEach((operation, why) -> terminal.out().println("left out " + operation + ": " + why));
            howToBuild(language);
            return ExitCode.SUCCESS;
        } catch (ApiProblem e) {
            throw CommandProblem.configuration(TypedFile.shown(file) + ": " + e.getMessage() + ".", List.of());
        }
    }

    private void howToBuild(Language language) {
        terminal.out().println("made " + name + ", in " + language.source() + " the connector. Build it:");
        terminal.out().println();
        terminal.out().println("  cd " + name);
        language.build(name).lines().forEach(line -> terminal.out().println("  " + line));
        terminal.out().println("  airlock test .");
    }

    private void write(Map<String, String> files) {
        try {
            NewProject.write(terminal.resolve(Path.of(name)), files);
        } catch (FileAlreadyExistsException e) {
            throw CommandProblem.configuration(
                    name + " exists already. Choose another name, or remove it first.", List.of());
        } catch (IOException e) {
            throw CommandProblem.configuration(name + " cannot be written here.", List.of());
        }
    }
}
