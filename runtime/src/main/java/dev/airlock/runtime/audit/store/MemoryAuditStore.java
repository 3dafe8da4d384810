package dev.airlock.runtime.audit.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;

/** A log in memory. */
final class MemoryAuditStore implements AuditStore {
    private final State state = new State();

    /** The rows. A failed write is rolled back. */
    private static final class State implements Writer {
        private final String logId = UUID.randomUUID().toString();
        private final Set<String> events = new HashSet<>();
        private List<AuditRecord> rows = new ArrayList<>();
        private List<Checkpoint> checkpoints = new ArrayList<>();
        private Head head = Head.NONE;
        private EndMark mark = EndMark.NONE;

        <T> T write(Function<Writer, T> work) {
            List<AuditRecord> rowsBefore = rows;
            List<Checkpoint> checkpointsWere = List.copyOf(checkpoints);
            Head headBefore = head;
            EndMark markBefore = mark;
            int rowCount = rows.size();
            boolean done = false;
            try {
                T result = work.apply(this);
                done = true;
                return result;
            } finally {
                if (!done) {
                    rows = rowsBefore;
                    checkpoints = new ArrayList<>(checkpointsWere);
                    head = headBefore;
                    mark = markBefore;
                    List<AuditRecord> added = rows.subList(rowCount, rows.size());
                    added.forEach(row -> events.remove(row.event()));
                    added.clear();
                }
            }
        }

        @Override
        public String logId() {
            return logId;
        }

        @Override
        public Head head() {
            return head;
        }

        @Override
        public EndMark mark() {
            return mark;
        }

        @Override
        public List<Checkpoint> checkpoints() {
            return List.copyOf(checkpoints);
        }

        @Override
        public Optional<Checkpoint> lastCheckpoint() {
            return checkpoints.stream()
                    .max(Comparator.comparingLong(Checkpoint::seq).thenComparingLong(Checkpoint::atMillis));
        }

        @Override
        public void records(RecordFilter filter, Predicate<AuditRecord> each) {
            for (AuditRecord row : rows) {
                if (filter.admits(row) && !each.test(row)) {
                    return;
                }
            }
        }

        @Override
        public boolean holds(String event) {
            return events.contains(event);
        }

        @Override
        public void add(AuditRecord row) {
            rows.add(row);
            events.add(row.event());
            head = new Head(row.seq(), row.hash());
        }

        @Override
        public void add(Checkpoint checkpoint) {
            checkpoints.add(checkpoint);
        }

        @Override
        public void remove(Checkpoint checkpoint) {
            checkpoints.remove(checkpoint);
        }

        @Override
        public void mark(EndMark left) {
            mark = left;
        }

        /** Replaces the lists and leaves the old ones unchanged. */
        @Override
        public void prune(Checkpoint base) {
            rows = new ArrayList<>(
                    rows.stream().filter(row -> row.seq() > base.seq()).toList());
            checkpoints = new ArrayList<>(
                    checkpoints.stream().filter(old -> old.seq() >= base.seq()).toList());
            checkpoints.add(base);
        }
    }

    @Override
    public synchronized <T> T write(Function<Writer, T> work) {
        return state.write(work);
    }

    @Override
    public synchronized <T> T read(Function<Reader, T> work) {
        return work.apply(state);
    }

    @Override
    public void close() {
        // the memory is released with the object
    }
}
