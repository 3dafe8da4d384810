package dev.airlock.cli.audit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.cli.audit.log.AuditFile;
import dev.airlock.cli.audit.log.AuditTimes;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.outcome.Interruption;
import dev.airlock.cli.environment.SettingsFile;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.runtime.audit.AuditArchive;
import dev.airlock.runtime.audit.AuditLog;
import dev.airlock.runtime.audit.chain.ChangedLogException;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code airlock audit prune}: removes old records. */
@Command(
        name = "prune",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Removes old records. The rest still verifies: the log then begins after a signed checkpoint,",
            "and has a record of the removal. Records of calls that may still run are kept, and all later ones."
        },
        footer = {"", "Example:", "  airlock audit prune --before 90d"})
final class AuditPruneCommand extends AuditPart {
    @Option(
            names = "--before",
            required = true,
            paramLabel = "TIME",
            converter = AuditTimes.class,
            description =
                    "Remove records older than: 90d (90 days ago), a day, or a time such as 2026-11-28T09:30:00Z.")
    private Instant before = Instant.EPOCH;

    @Mixin
    private JsonFlag json = new JsonFlag();

    AuditPruneCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    boolean json() {
        return json.isGiven();
    }

    @Override
    int read(AuditArchive archive, Interruption interruption) {
        long removed = prune();
        if (interruption.mayPrint()) {
            terminal()
                    .out()
                    .println(
                            json.isGiven()
                                    ? SafeJson.line(JsonNodeFactory.instance
                                            .objectNode()
                                            .put("removed", removed))
                                    : removed == 1 ? "removed 1 record" : "removed " + removed + " records");
        }
        return ExitCode.SUCCESS;
    }

    private long prune() {
        SettingsFile.read(terminal());
        try (AuditLog log = AuditFile.open(terminal(), Redactor::ofNothing)) {
            return log.prune(before);
        } catch (ChangedLogException e) {
            throw CommandProblem.configuration(
                    "Nothing was removed, to keep the evidence: " + e.getMessage()
                            + " airlock audit verify shows every problem. Keep a copy of audit.db, then move it away: the next call"
                            + " begins a new log.",
                    List.of());
        } catch (IOException e) {
            throw CommandProblem.configuration(
                    "audit.key, which signs where the log begins, cannot be read. Nothing was removed.", List.of());
        }
    }
}
