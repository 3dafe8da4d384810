package dev.airlock.cli.actions;

import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.outcome.Interruption;
import dev.airlock.cli.environment.ActionFile;
import dev.airlock.cli.environment.ConnectorsFlag;
import dev.airlock.cli.environment.Finding;
import dev.airlock.manifests.actions.ActionResult;
import dev.airlock.runtime.actions.check.ActionCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code airlock action check}: shows all problems of an action, by itself and with its connectors. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Checks action files and shows all problems at once, each with its place.",
            "Checks a valid action against its connectors too: their hashes, operations and arguments."
        },
        footer = {"", "Example:", "  airlock action check sample-connectors/actions/ship-update.md"})
final class ActionCheckCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(arity = "1..*", paramLabel = "ACTION", description = "An action file, or the name of an action.")
    private List<String> actions = new ArrayList<>();

    @Mixin
    private ConnectorsFlag connectors = new ConnectorsFlag();

    @Mixin
    private JsonFlag json = new JsonFlag();

    ActionCheckCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        try (Interruption interruption = Interruption.listen(terminal, json.isGiven())) {
            List<Finding> findings = new ArrayList<>();
            actions.forEach(typed -> findings.addAll(findings(ActionFile.named(terminal, typed))));
            if (interruption.mayPrint()) {
                print(findings);
            }
            return findings.isEmpty() ? ExitCode.SUCCESS : ExitCode.FAILURE;
        }
    }

    private List<Finding> findings(ActionFile file) {
        ActionResult result = file.read();
        return (result instanceof ActionResult.Problems wrong
                        ? wrong.problems()
                        : ActionCheck.problems(
                                file.name(),
                                ((ActionResult.Read) result).action(),
                                file.connectors(connectors.folders())))
                .stream().map(Finding::of).toList();
    }

    private void print(List<Finding> findings) {
        if (json.isGiven()) {
            terminal.out().println(SafeJson.line(Finding.document(findings, List.of())));
        } else {
            findings.forEach(terminal.out()::println);
            terminal.out()
                    .println(
                            switch (findings.size()) {
                                case 0 -> "no problems";
                                case 1 -> "1 problem";
                                default -> findings.size() + " problems";
                            });
        }
    }
}
