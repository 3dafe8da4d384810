package dev.airlock.runtime.audit.chain;

import dev.airlock.runtime.audit.event.AuditKind;
import dev.airlock.runtime.audit.store.AuditRecord;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.RecordFilter;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the end of the old records that may be removed: all of them are old, and none of their calls may still run. If a call has no
 * outcome after a day, its process is gone.
 */
public final class RetentionCut {
    /** Longer than any call may take. */
    private static final long LONGEST_CALL_MILLIS = Duration.ofDays(1).toMillis();

    private final long beforeMillis;
    private final long nowMillis;
    private final Map<String, Long> open = new HashMap<>();
    private @Nullable AuditRecord lastOld;
    private boolean oldOnes = true;

    public RetentionCut(long beforeMillis, long nowMillis) {
        this.beforeMillis = beforeMillis;
        this.nowMillis = nowMillis;
    }

    /** Returns the last record that may be removed, if any. */
    public Optional<AuditRecord> lastToGo(AuditStore.Reader log) {
        log.records(RecordFilter.ALL, this::look);
        AuditRecord last = lastOld;
        if (last == null) {
            return Optional.empty();
        }
        long firstOpen = open.values().stream().mapToLong(Long::longValue).min().orElse(Long.MAX_VALUE);
        if (firstOpen > last.seq()) {
            return Optional.of(last);
        }
        return firstOpen == 1 ? Optional.empty() : record(log, firstOpen - 1);
    }

    private boolean look(AuditRecord row) {
        if (oldOnes && row.atMillis() < beforeMillis) {
            lastOld = row;
        } else {
            oldOnes = false;
        }
        if (row.kind().equals(AuditKind.CALL_INTENT.wireName()) && oldOnes && mayStillRun(row)) {
            open.put(row.call(), row.seq());
        } else if (row.kind().equals(AuditKind.CALL_OUTCOME.wireName())) {
            open.remove(row.call());
        }
        return true;
    }

    private boolean mayStillRun(AuditRecord intent) {
        return intent.atMillis() > nowMillis - LONGEST_CALL_MILLIS;
    }

    private static Optional<AuditRecord> record(AuditStore.Reader log, long seq) {
        AuditRecord[] found = new AuditRecord[1];
        log.records(RecordFilter.ALL.after(seq - 1), row -> {
            found[0] = row;
            return false;
        });
        return Optional.ofNullable(found[0]).filter(row -> row.seq() == seq);
    }
}
