package dev.airlock.cli.audit;

import dev.airlock.cli.audit.log.AuditFile;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.cli.console.outcome.Interruption;
import dev.airlock.cli.environment.UserDatabase;
import dev.airlock.runtime.audit.AuditArchive;
import dev.airlock.runtime.audit.chain.ChangedLogException;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.AuditStoreUnavailableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

/** A command on the audit log. */
abstract class AuditPart implements Callable<Integer> {
    private final Terminal terminal;

    AuditPart(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Returns whether it prints one JSON document. */
    abstract boolean json();

    /** Reads the log, prints the result and returns the exit code. */
    abstract int read(AuditArchive archive, Interruption interruption);

    @Override
    public Integer call() {
        Path file = AuditFile.log(terminal);
        if (UserDatabase.of(terminal).isEmpty() && !Files.exists(file)) {
            throw CommandProblem.configuration(
                    "There is no audit log at " + TypedFile.shown(file)
                            + ". The first call makes one; if yours is elsewhere, set AIRLOCK_HOME to its folder.",
                    List.of());
        }
        try (Interruption interruption = Interruption.listen(terminal, json());
                AuditStore store = AuditFile.store(terminal)) {
            return read(new AuditArchive(store), interruption);
        } catch (ChangedLogException e) {
            throw CommandProblem.configuration(
                    e.getMessage() + " airlock audit verify shows every problem.", List.of());
        } catch (AuditStoreUnavailableException e) {
            throw CommandProblem.configuration(
                    e.getMessage() + ". " + e.remedy() + ", then run the command again.", List.of());
        }
    }

    Terminal terminal() {
        return terminal;
    }
}
