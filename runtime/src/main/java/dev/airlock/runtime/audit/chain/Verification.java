package dev.airlock.runtime.audit.chain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.runtime.audit.event.AuditKind;
import dev.airlock.runtime.audit.key.EndSeal;
import dev.airlock.runtime.audit.store.AuditRecord;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.Checkpoint;
import dev.airlock.runtime.audit.store.Head;
import dev.airlock.runtime.audit.store.RecordFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One pass over a log, from its beginning or its base to its end. */
public final class Verification {
    private static final int MOST_PROBLEMS = 100;

    private final AuditStore.Reader log;
    private final AuditWitness witness;
    private final LogKeys keys;
    private final String logId;
    private final KeptHeads kept;
    private final List<AuditReport.OpenEnd> openEnds = new ArrayList<>();
    private final List<AuditProblem> problems = new ArrayList<>();
    private final Map<Long, Checkpoint> heads = new TreeMap<>();
    private Head end = Head.NONE;
    private long records;
    private long signedTo;

    public Verification(AuditStore.Reader log, AuditWitness witness) {
        this.log = log;
        this.witness = witness;
        this.keys = new LogKeys(log, witness.key());
        this.logId = log.logId();
        this.kept = new KeptHeads(witness, logId);
    }

    public AuditReport run() {
        readCheckpoints();
        problems.addAll(kept.beginAt(end));
        log.records(RecordFilter.ALL, this::look);
        checkEnd();
        return new AuditReport(logId, records, end, Math.max(0, end.seq() - signedTo), openEnds, problems);
    }

    private void readCheckpoints() {
        keys.unsignedChanges()
                .forEach(seq -> add(
                        AuditProblem.Kind.UNSIGNED,
                        seq,
                        "it gives the log another key, but the two keys did not both sign it"));
        Checkpoint base = null;
        for (Checkpoint checkpoint : log.checkpoints()) {
            if (!keys.verifies(checkpoint)) {
                add(AuditProblem.Kind.UNSIGNED, checkpoint.seq(), "its checkpoint was not signed by the log's key");
            } else if (checkpoint.kind() == Checkpoint.Kind.BASE) {
                base = base == null || checkpoint.seq() > base.seq() ? checkpoint : base;
            } else {
                heads.put(checkpoint.seq(), checkpoint);
            }
        }
        startAt(base);
    }

    private void startAt(@Nullable Checkpoint base) {
        if (base != null) {
            end = new Head(base.seq(), base.hash());
            signedTo = base.seq();
        }
    }

    private boolean look(AuditRecord row) {
        records++;
        Optional<JsonNode> body = RecordForm.parse(row);
        if (row.seq() != end.seq() + 1) {
            add(AuditProblem.Kind.MISSING, end.seq() + 1, missing(end.seq() + 1, row.seq() - 1));
        } else {
            checkPlace(row, body);
        }
        if (!RecordForm.hash(row.body()).equals(row.hash()) || body.isEmpty()) {
            add(AuditProblem.Kind.ALTERED, row.seq(), "its hash does not match its content" + about(row));
        } else if (isInPlace(row, body.get()) && !RecordForm.agrees(row, body.get())) {
            add(AuditProblem.Kind.ALTERED, row.seq(), "its index columns do not match its content" + about(row));
        }
        checkAgainstCheckpoint(row.seq(), row.hash());
        end = new Head(row.seq(), row.hash());
        kept.look(end).ifPresent(problems::add);
        if (row.kind().equals(AuditKind.OPEN_END.wireName())) {
            body.ifPresent(this::openEnd);
        }
        return problems.size() < MOST_PROBLEMS;
    }

    private void openEnd(JsonNode body) {
        JsonNode details = body.path("details");
        AuditReport.OpenEnd found = new AuditReport.OpenEnd(
                end.seq(),
                details.path("up_to").asLong(),
                details.path("unsigned").asLong(),
                EndSeal.ofWireName(details.path("seal").asText()));
        openEnds.add(found);
        if (found.seal() == EndSeal.BROKEN) {
            add(AuditProblem.Kind.UNSEALED, end.seq(), "its writer found that " + unsealed(found.upTo()));
        }
    }

    private void checkPlace(AuditRecord row, Optional<JsonNode> body) {
        if (body.isPresent() && !isInPlace(row, body.get())) {
            String other = Long.toString(body.get().path("seq").asLong());
            add(AuditProblem.Kind.REORDERED, row.seq(), "record " + other + " of the log is here" + about(row));
        } else if (body.isPresent() && !body.get().path("prev").asText().equals(end.hash())) {
            String what = row.seq() == 1 ? "it does not begin the log" : "it does not follow record " + (row.seq() - 1);
            add(AuditProblem.Kind.REWRITTEN, row.seq(), what + about(row));
        } else if (body.isPresent() && !body.get().path("log").asText().equals(logId)) {
            add(AuditProblem.Kind.REWRITTEN, row.seq(), "it belongs to another log");
        }
    }

    private static boolean isInPlace(AuditRecord row, JsonNode body) {
        return body.path("seq").asLong() == row.seq();
    }

    private void checkAgainstCheckpoint(long seq, String hash) {
        @Nullable Checkpoint checkpoint = heads.remove(seq);
        if (checkpoint == null) {
            return;
        }
        if (checkpoint.hash().equals(hash)) {
            signedTo = seq;
        } else {
            add(AuditProblem.Kind.REWRITTEN, seq, "a checkpoint signs another record with that number");
        }
    }

    /** Checks the end. Missing records can only be reported after a complete pass. */
    private void checkEnd() {
        if (problems.size() >= MOST_PROBLEMS) {
            return;
        }
        long last = heads.keySet().stream().mapToLong(Long::longValue).max().orElse(0);
        Head written = log.head();
        problems.addAll(kept.end(end));
        long should = Math.max(last, written.seq());
        if (should > end.seq()) {
            add(AuditProblem.Kind.SHORTENED, end.seq() + 1, missing(end.seq() + 1, should) + " at the end");
        } else if (!written.equals(end)) {
            add(
                    AuditProblem.Kind.REWRITTEN,
                    end.seq(),
                    "the log's end is kept as record " + written.seq() + " with another hash");
        }
        checkKey(log.mark().key());
        if (witness.holder()
                .filter(key -> key.publicText().equals(keys.last()))
                .filter(key -> EndSeal.of(key, logId, written, log.mark()) == EndSeal.BROKEN)
                .isPresent()) {
            add(AuditProblem.Kind.UNSEALED, end.seq(), unsealed(end.seq()));
        }
        if (LogEnd.lacksCheckpoint(signedTo, end.seq())) {
            add(AuditProblem.Kind.UNSIGNED, signedTo + 1, unsigned(end.seq()));
        }
    }

    private void checkKey(String named) {
        if (!named.isEmpty() && !named.equals(keys.last())) {
            add(AuditProblem.Kind.UNSIGNED, 0, "the log names another writer key");
        }
    }

    private void add(AuditProblem.Kind kind, long seq, String text) {
        problems.add(new AuditProblem(kind, seq, text));
    }

    private static String missing(long from, long to) {
        return from == to ? "record " + from + " is missing" : "records " + from + " to " + to + " are missing";
    }

    private static String unsigned(long to) {
        return "no checkpoint signs the records from here to " + to + ", although the log is signed after at most "
                + LogEnd.RECORDS_PER_CHECKPOINT
                + " records; somebody removed the checkpoint and may have changed them";
    }

    private static String unsealed(long upTo) {
        return "the log's key did not write its end at record " + upTo
                + ": the last records were changed, or the log was cut back";
    }

    private static String about(AuditRecord row) {
        return " (" + row.kind() + " of " + row.call() + ")";
    }
}
