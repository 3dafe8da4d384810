package dev.airlock.cli.audit;

import dev.airlock.cli.audit.log.AuditFile;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.environment.SettingsFile;
import dev.airlock.cli.environment.UserFolders;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.runtime.audit.AuditLog;
import dev.airlock.runtime.audit.chain.ChangedLogException;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.key.ForeignKeyException;
import dev.airlock.runtime.audit.store.AuditStoreUnavailableException;
import dev.airlock.runtime.files.Home;
import dev.airlock.runtime.files.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * {@code airlock audit key rotate}. The new key is on disk before the log changes to it, and replaces the old one afterwards. After a crash
 * in between, the next run completes the change.
 */
@Command(
        name = "rotate",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Gives audit.db a new key, with a record that both keys sign. Records signed before still",
            "verify. The old key is then deleted. Restart the processes that write to the log."
        },
        footer = {"", "Example:", "  airlock audit key rotate"})
final class AuditKeyRotateCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private JsonFlag json = new JsonFlag();

    AuditKeyRotateCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        SettingsFile.read(terminal);
        Home home = UserFolders.home(terminal);
        try (AuditLog log = AuditFile.open(terminal, Redactor::ofNothing)) {
            CheckpointKey next = CheckpointKey.at(home.nextAuditKey());
            log.change(next);
            Files.move(home.nextAuditKey(), home.auditKey(), StandardCopyOption.ATOMIC_MOVE);
            WholeFile.force(home.folder());
            return AuditKeyCommand.print(terminal, json.isGiven(), "the key of the audit log is now ", next);
        } catch (ChangedLogException e) {
            throw unchanged(e.getMessage() + " airlock audit verify shows every problem.");
        } catch (ForeignKeyException e) {
            throw unchanged(e.getMessage() + " " + e.remedy() + ".");
        } catch (AuditStoreUnavailableException e) {
            throw unchanged(e.getMessage() + ". " + e.remedy() + ", then run the command again.");
        } catch (IOException e) {
            throw CommandProblem.configuration(
                    "The keys in $AIRLOCK_HOME cannot be read or written. Look at its permissions and the space on its disk,"
                            + " then run the command again.",
                    List.of());
        }
    }

    private static CommandProblem unchanged(String why) {
        return CommandProblem.configuration("The log keeps its key: " + why, List.of());
    }
}
