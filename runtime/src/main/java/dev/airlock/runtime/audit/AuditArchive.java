package dev.airlock.runtime.audit;

import dev.airlock.runtime.audit.chain.AuditReport;
import dev.airlock.runtime.audit.chain.AuditWitness;
import dev.airlock.runtime.audit.chain.ChangedLogException;
import dev.airlock.runtime.audit.chain.RecordForm;
import dev.airlock.runtime.audit.chain.Verification;
import dev.airlock.runtime.audit.event.AuditKind;
import dev.airlock.runtime.audit.explain.CallSummary;
import dev.airlock.runtime.audit.explain.ConsentSummary;
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
 * A reader of an audit log. Every method throws {@link dev.airlock.runtime.audit.store.AuditStoreUnavailableException} if the log cannot be
 * read. Thread-safe.
 */
public final class AuditArchive {
    private static final Set<String> CALLS =
            Set.of(AuditKind.CALL_INTENT.wireName(), AuditKind.CALL_OUTCOME.wireName());

    private final AuditStore store;

    /** Creates a reader of a store, which it does not close. */
    public AuditArchive(AuditStore store) {
        this.store = store;
    }

    /** Returns all records of a call in order, found by the audit id of the call or of one of its attempts. */
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

    /** Returns the calls in the filtered records, in the order of the log. */
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

    /** Returns the consents, given or withdrawn, in the filtered records, in the order of the log. */
    public List<ConsentSummary> consents(RecordFilter filter) {
        return store.read(log -> list(log, filter.ofKinds(Set.of(AuditKind.CONSENT.wireName()))).stream()
                .map(ConsentSummary::of)
                .toList());
    }

    /**
     * Writes each record as one line of JSON: its body, with its hash as the last member.
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
     * Searches the log for changes since it was written: altered, removed and reordered records, and a shortened or rewritten log.
     *
     * @param witness the independent knowledge about the log. Without a kept head, a log that was restored to an earlier state, or rebuilt
     *     by a holder of the signing key, looks intact
     */
    public AuditReport verify(AuditWitness witness) {
        return store.read(log -> new Verification(log, witness).run());
    }

    /** Verifies the log with the public half of its key only. */
    public AuditReport verify(PublicKey key) {
        return verify(AuditWitness.of(key));
    }

    private static List<AuditRecord> list(AuditStore.Reader log, RecordFilter filter) {
        List<AuditRecord> records = new ArrayList<>();
        log.records(filter, records::add);
        return records;
    }
}
