package dev.airlock.cli.database;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.runtime.database.SharedDatabase.Finding;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code airlock database check}: examines the database. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Shows whether the database can be reached, has its tables, and permits what a host does.",
            "Changes nothing. Shows too how its clock differs from this machine's, and how many hosts have a lease."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all is well", "1:something is not", "2:wrong usage or configuration"},
        footer = {"", "Example:", "  airlock database check --json"})
final class DatabaseCheck implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private DatabaseFlag database = new DatabaseFlag();

    @Mixin
    private JsonFlag json = new JsonFlag();

    DatabaseCheck(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        List<Finding> findings = database.of(terminal).check();
        if (json.isGiven()) {
            terminal.out().println(SafeJson.line(document(findings)));
        } else {
            findings.forEach(found -> terminal.out()
                    .println((found.isGood() ? "ok       " : "problem  ") + ForeignText.clean(found.text())));
        }
        return findings.stream().allMatch(Finding::isGood) ? ExitCode.SUCCESS : ExitCode.FAILURE;
    }

    private static ObjectNode document(List<Finding> findings) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        ArrayNode array = document.putArray("findings");
        findings.forEach(found -> array.addObject().put("ok", found.isGood()).put("text", found.text()));
        return document;
    }
}
