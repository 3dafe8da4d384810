package dev.airlock.runtime.audit.chain;

import dev.airlock.runtime.audit.event.AuditKind;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.store.AuditRecord;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.Checkpoint;
import dev.airlock.runtime.audit.store.RecordFilter;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The successive keys of a log: a trusted one, and those before and after it that are linked by changes which both keys signed. */
public final class LogKeys {
    /**
     * A key and the records that it may sign, including those before its time, for when it removes old ones.
     *
     * @param key in base64
     * @param to the number of the last record
     */
    private record Term(String key, long to) {}

    private final String logId;
    private final List<Term> terms = new ArrayList<>();
    private final List<Long> unsigned = new ArrayList<>();

    public LogKeys(AuditStore.Reader log, PublicKey trusted) {
        this.logId = log.logId();
        List<KeyChange> changes = new ArrayList<>();
        log.records(RecordFilter.ALL.ofKinds(Set.of(AuditKind.KEY_CHANGE.wireName())), row -> read(row, changes));
        follow(CheckpointKey.text(trusted), changes);
    }

    private boolean read(AuditRecord row, List<KeyChange> changes) {
        KeyChange.of(row, logId).ifPresentOrElse(changes::add, () -> unsigned.add(row.seq()));
        return true;
    }

    private void follow(String trusted, List<KeyChange> changes) {
        String first = trusted;
        for (int i = changes.size() - 1; i >= 0; i--) {
            first = changes.get(i).next().equals(first) ? changes.get(i).old() : first;
        }
        String key = first;
        for (KeyChange change : changes) {
            if (change.old().equals(key)) {
                terms.add(new Term(key, change.seq()));
                key = change.next();
            }
        }
        terms.add(new Term(key, Long.MAX_VALUE));
    }

    /** Returns the records of key changes that were not signed by both keys. */
    List<Long> unsignedChanges() {
        return List.copyOf(unsigned);
    }

    /** Returns whether the key of that time signed a checkpoint. */
    boolean verifies(Checkpoint checkpoint) {
        return terms.stream()
                .filter(term -> checkpoint.seq() <= term.to())
                .flatMap(term -> CheckpointKey.publicKey(term.key()).stream())
                .anyMatch(key -> CheckpointKey.verifies(key, logId, checkpoint));
    }

    /** Returns the present key, in base64. */
    String last() {
        return terms.get(terms.size() - 1).key();
    }

    /** Returns whether a key, in base64, is or was the log's key. */
    public boolean knows(String key) {
        return terms.stream().anyMatch(term -> term.key().equals(key));
    }
}
