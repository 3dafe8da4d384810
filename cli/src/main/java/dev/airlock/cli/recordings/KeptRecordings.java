package dev.airlock.cli.recordings;

import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.environment.UserFolders;
import dev.airlock.failures.AuditId;
import dev.airlock.runtime.audit.AuditArchive;
import dev.airlock.runtime.audit.store.AuditRecord;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.AuditStoreUnavailableException;
import dev.airlock.runtime.recordings.Recordings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The recordings of this user, each under the audit id of its call. Those of a host agent have a file for each attempt. */
public final class KeptRecordings {
    private KeptRecordings() {}

    /** Returns their folder. */
    public static Recordings folder(Terminal terminal) {
        return Recordings.in(UserFolders.home(terminal).recordings());
    }

    /** Returns the recording under that id, or else the recording of the call to which this attempt belongs. */
    public static Optional<Path> file(Terminal terminal, AuditId id) {
        return find(terminal, id.value())
                .or(() -> call(terminal, id).stream().findFirst().flatMap(record -> find(terminal, record.call())));
    }

    /** Returns the recording with the last attempt of the call to which an id belongs. */
    public static Optional<Path> lastAttempt(Terminal terminal, AuditId id) {
        Set<String> ids = new LinkedHashSet<>(List.of(id.value()));
        for (AuditRecord record : call(terminal, id)) {
            ids.add(record.call());
            ids.add(record.id());
        }
        List<Path> kept = new ArrayList<>();
        ids.forEach(one -> find(terminal, one).ifPresent(kept::add));
        return kept.isEmpty() ? Optional.empty() : Optional.of(kept.get(kept.size() - 1));
    }

    private static Optional<Path> find(Terminal terminal, String id) {
        try {
            return Optional.of(folder(terminal).file(new AuditId(id))).filter(Files::isRegularFile);
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // not an id of any version of Airlock
        }
    }

    /** Returns the records of a call in the audit log; empty if the log cannot be read. */
    private static List<AuditRecord> call(Terminal terminal, AuditId id) {
        Path log = UserFolders.home(terminal).auditLog();
        if (!Files.isRegularFile(log)) {
            return List.of();
        }
        try (AuditStore store = AuditStore.sqlite(log)) {
            return new AuditArchive(store).find(id.value());
        } catch (AuditStoreUnavailableException e) {
            return List.of();
        }
    }
}
