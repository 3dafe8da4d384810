package dev.airlock.runtime.audit;

import dev.airlock.runtime.audit.store.AuditRecord;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.RecordFilter;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * An audit log that is read. Every method throws {@link dev.airlock.runtime.audit.store.StoreUnavailableException} if it cannot be
 * read. Thread-safe.
 */
public final class AuditArchive {
    private static final Set<String> CALLS =
            Set.of(AuditKind.CALL_INTENT.wireName(), AuditKind.CALL_OUTCOME.wireName());

    private final AuditStore store;

    /** Reads that store, and does not close it. */
    public AuditArchive(AuditStore store) {
        this.store = store;
    }

    /** All records of the call that an audit id belongs to, in order: that of the call, or of one of its attempts. */
    public List<AuditRecord> find(String auditId) {
        return store.read(log -> {
            List<AuditRecord> found = list(log, RecordFilter.about(auditId));
            Optional<String> call = found.stream().map(AuditRecord::call).findFirst();
            return call.map(id -> list(log, RecordFilter.about(id)).stream()
                            .filter(row -> row.call().equals(id))
                            .toList())
                    .orElse(found);
        });
    }

    /** The calls that these records tell of, in the order of the log. */
    public List<CallSummary> calls(RecordFilter filter) {
        return store.read(log -> {
            Map<String, CallSummary> calls = new LinkedHashMap<>();
            log.records(filter.ofKinds(CALLS), row -> {
                calls.remove(row.call());
                calls.put(row.call(), CallSummary.of(row));
                return true;
            });
            return List.copyOf(calls.values());
        });
    }

    /** What these records tell that somebody agreed to or took back, in the order of the log. */
    public List<ConsentSummary> consents(RecordFilter filter) {
        return store.read(log -> list(log, filter.ofKinds(Set.of(AuditKind.CONSENT.wireName()))).stream()
                .map(ConsentSummary::of)
                .toList());
    }

    /**
     * Hands over each record as one line of JSON: its body, with its hash as the last member.
     *
     * @throws ChangedLogException at a record that was changed since it was written
     */
    public void export(RecordFilter filter, Consumer<String> lines) {
        store.read(log -> {
            log.records(filter, row -> {
                lines.accept(RecordForm.line(row));
                return true;
            });
            return true;
        });
    }

    /**
     * Looks for anything that was done to the log since it was written: altered, removed and reordered records, a shortened or
     * rewritten log.
     *
     * @param witness what is known of the log; without a kept head, a log that was put back as it was earlier, or made anew by whoever
     *     has the signing key, cannot be told from a whole one
     */
    public AuditReport verify(AuditWitness witness) {
        return store.read(log -> new Verification(log, witness).run());
    }

    /** The same with no more than the key's public half. */
    public AuditReport verify(PublicKey key) {
        return verify(AuditWitness.of(key));
    }

    private static List<AuditRecord> list(AuditStore.Reader log, RecordFilter filter) {
        List<AuditRecord> records = new ArrayList<>();
        log.records(filter, records::add);
        return records;
    }
}
