package dev.airlock.cli;

import dev.airlock.conformance.CheckResult;
import dev.airlock.conformance.Conformance;
import dev.airlock.conformance.Report;
import dev.airlock.conformance.Subject;
import dev.airlock.conformance.report.JUnitReport;
import dev.airlock.conformance.report.JsonReport;
import dev.airlock.conformance.report.TextReport;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.cache.CodeCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code airlock conform}: holds a connector against the list of checks. */
@Command(
        name = "conform",
        mixinStandardHelpOptions = true,
        versionProvider = AirlockCommand.Version.class,
        description = {
            "Calls a connector in ways that users do and authors do not, and says what it should do otherwise.",
            "Nothing reaches the network, and no credential of yours is used: a script answers its requests."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:it conforms, perhaps with warnings", "1:a check found an error", "2:could not be checked"},
        footer = {"", "Example:", "  airlock conform sample-connectors/lookup-assemblyscript"})
final class ConformCommand implements Callable<Integer> {
    private static final String SCRIPT = "upstream.toml";

    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "CONNECTOR", description = ConnectorPlace.DESCRIPTION)
    private Path directory = Path.of("");

    @Option(
            names = "--upstream",
            paramLabel = "FILE",
            description =
                    "Answer the connector's requests from this script. Default: upstream.toml in the folder, if it is there.")
    private @Nullable Path upstream;

    @Option(names = "--junit", paramLabel = "FILE", description = "Write the report as JUnit XML to this file, too.")
    private @Nullable Path junit;

    @Option(names = "--json", description = "Print exactly one JSON document on standard output.")
    private boolean json;

    ConformCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        try (Interruption interruption = Interruption.listen(terminal, json)) {
            Subject subject = subject(ConnectorPlace.named(terminal, directory));
            Report report = Conformance.check(subject, this::show);
            if (junit != null) {
                Files.writeString(terminal.resolve(junit), JUnitReport.of(report));
            }
            if (interruption.mayPrint()) {
                terminal.out().println(json ? SafeJson.line(JsonReport.of(report)) : TextReport.summary(report));
            }
            return report.conforms() ? ExitCode.SUCCESS : ExitCode.FAILURE;
        } catch (IOException e) {
            throw CommandProblem.configuration(
                    junit == null
                            ? "The scripted upstream cannot listen on the loopback interface."
                            : "The report cannot be written to " + TypedFile.shown(junit) + ".",
                    List.of());
        }
    }

    /** People see each result as it comes. */
    private void show(CheckResult result) {
        if (!json) {
            TextReport.lines(result).forEach(terminal.out()::println);
        }
    }

    private Subject subject(ConnectorPlace folder) {
        Optional<CodeCache> cache = RunEnvironment.codeCache(terminal);
        Subject subject = Subject.of(folder.manifest(), folder.module()).in(() -> {
            Sandbox.Builder builder = Sandbox.builder();
            cache.ifPresent(builder::codeCache);
            return builder;
        });
        return script().map(file -> subject.answeredBy(RunEnvironment.script(terminal, file)))
                .orElse(subject);
    }

    private Optional<Path> script() {
        Path beside = directory.resolve(SCRIPT);
        return Optional.ofNullable(upstream)
                .or(() -> Optional.of(beside).filter(file -> Files.isRegularFile(terminal.resolve(file))));
    }
}
