package dev.airlock.cli.audit;

import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.environment.RunEnvironment;
import dev.airlock.cli.environment.UserFolders;
import dev.airlock.failures.Redactor;
import dev.airlock.runtime.audit.AuditLog;
import dev.airlock.runtime.audit.CheckpointKey;
import dev.airlock.runtime.audit.HeadKeeper;
import dev.airlock.runtime.audit.Written;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.files.HomeSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;

/** The audit log of this user: {@code audit.db}, and {@code audit.key} with the key of its checkpoints, in the data folder. */
public final class AuditFile {
    /** On whose behalf a command does something: that of whoever uses this machine. */
    static final String ACTOR = RunEnvironment.actor(false);

    /** What to do about a log that cannot be written. */
    static final String NEXT = "Look at the permissions of $AIRLOCK_HOME and the space on its disk.";

    private AuditFile() {}

    /** Where the log is, with its key beside it. */
    public static Path log(Terminal terminal) {
        return UserFolders.home(terminal).auditLog();
    }

    static Path key(Terminal terminal) {
        return UserFolders.home(terminal).auditKey();
    }

    /** Why a record is not durable, and what to do. */
    static String sentences(Written.Unrecorded unrecorded) {
        String why = unrecorded.why();
        return why + (why.endsWith(".") ? " " : ". ") + unrecorded.remedy() + ", then run the command again.";
    }

    /**
     * The log, to write to it. It is opened by a thread of its own.
     *
     * @param secrets knows what no record may hold
     * @throws IOException if the key cannot be read or made, or the settings of the home cannot be used
     */
    public static AuditLog open(Terminal terminal, Supplier<Redactor> secrets) throws IOException {
        CheckpointKey key = CheckpointKey.at(key(terminal));
        return AuditLog.builder(AuditStore.sqlite(log(terminal)), key)
                .redactor(secrets)
                .bound(RunEnvironment.AUDIT_BOUND)
                .heads(HeadKeeper.of(HomeSettings.of(UserFolders.home(terminal))))
                .build();
    }
}
