package dev.airlock.cli.audit.log;

import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.environment.RunEnvironment;
import dev.airlock.cli.environment.UserDatabase;
import dev.airlock.cli.environment.UserFolders;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.runtime.audit.AuditLog;
import dev.airlock.runtime.audit.event.WriteResult;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.key.HeadKeepers;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.database.SharedDatabase;
import dev.airlock.runtime.files.HomeSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;

/** The audit log of this user: {@code audit.db}, and {@code audit.key} with the key of its checkpoints, in the data folder. */
public final class AuditFile {
    /** The actor in the records of a command: the user of this machine. */
    static final String ACTOR = RunEnvironment.actor(false);

    /** The action to take when the log cannot be written. */
    static final String NEXT = "Look at the permissions of $AIRLOCK_HOME and the space on its disk.";

    private AuditFile() {}

    /** Returns the file of the log. Its key is beside it. */
    public static Path log(Terminal terminal) {
        return UserFolders.home(terminal).auditLog();
    }

    /** Returns the storage of the log: the shared database if the user names one, otherwise the file. */
    public static AuditStore store(Terminal terminal) {
        return UserDatabase.of(terminal).map(SharedDatabase::audit).orElseGet(() -> AuditStore.sqlite(log(terminal)));
    }

    public static Path key(Terminal terminal) {
        return UserFolders.home(terminal).auditKey();
    }

    /** Returns the reason why a record is not durable, and the action to take. */
    static String sentences(WriteResult.Unrecorded unrecorded) {
        String why = unrecorded.why();
        return why + (why.endsWith(".") ? " " : ". ") + unrecorded.remedy() + ", then run the command again.";
    }

    /**
     * Returns the log for writing. Its own thread opens it.
     *
     * @param secrets removes texts that no record may hold
     * @throws IOException if the key cannot be read or created, or the settings of the home are unusable
     */
    public static AuditLog open(Terminal terminal, Supplier<Redactor> secrets) throws IOException {
        CheckpointKey key = CheckpointKey.at(key(terminal));
        return AuditLog.builder(store(terminal), key)
                .redactor(secrets)
                .bound(RunEnvironment.AUDIT_BOUND)
                .heads(HeadKeepers.of(HomeSettings.of(UserFolders.home(terminal))))
                .build();
    }
}
