package dev.airlock.cli.audit;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.outcome.Interruption;
import dev.airlock.runtime.audit.AuditArchive;
import dev.airlock.runtime.audit.store.AuditRecord;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A command on the records of one call. */
abstract class AuditRecordPart extends AuditPart {
    @Parameters(index = "0", paramLabel = "ID", description = "The audit id of a call, or of one of its attempts.")
    private String id = "";

    @Mixin
    private JsonFlag json = new JsonFlag();

    AuditRecordPart(Terminal terminal) {
        super(terminal);
    }

    /** Sets arguments that were typed after another command. */
    final void find(String auditId, boolean asJson) {
        id = auditId;
        json = JsonFlag.of(asJson);
    }

    /** Prints the records of the call. */
    abstract void print(List<AuditRecord> records);

    @Override
    boolean json() {
        return json.isGiven();
    }

    @Override
    int read(AuditArchive archive, Interruption interruption) {
        List<AuditRecord> records = archive.find(id);
        if (records.isEmpty()) {
            throw CommandProblem.usage(
                    "The audit log has no record with that id. airlock audit list shows the recorded calls.");
        }
        if (interruption.mayPrint()) {
            print(records);
        }
        return ExitCode.SUCCESS;
    }
}
