package dev.airlock.runtime.recovery.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Calls of conversations in memory. */
final class MemoryConversations implements ConversationStore {
    private static final Comparator<Kept> LATEST_FIRST = Comparator.comparing(
                    (Kept kept) -> kept.ended().map(Ended::at).orElse(Instant.MAX))
            .thenComparing(kept -> kept.call().beganAt())
            .reversed();

    /** A call that runs or has ended. */
    private record Kept(String likeness, Begun call, Instant until, Optional<Ended> ended) {
        boolean runs() {
            return ended.isEmpty();
        }

        boolean is(String likenessWanted, String auditId) {
            return likeness.equals(likenessWanted) && call.auditId().equals(auditId);
        }

        Kept endedAt(Instant at, Optional<String> ending) {
            return new Kept(likeness, call, until, Optional.of(new Ended(call, at, ending)));
        }
    }

    /** The link from one key to another. */
    private record Lead(String key, Instant since) {}

    private final MemoryRecoveryStore store;
    private final List<Kept> calls = new ArrayList<>();
    private final Map<String, Lead> leads = new HashMap<>();

    MemoryConversations(MemoryRecoveryStore store) {
        this.store = store;
    }

    @Override
    public Admission begin(String likeness, Beginning call, Instant now) {
        return store.alone(() -> {
            forgetOld(now);
            Optional<Begun> running = running(likeness, now);
            if (running.isPresent()) {
                return new Admission.Running(running.get());
            }
            List<Ended> ended = ended(likeness);
            if (!ended.isEmpty()) {
                return new Admission.Followed(ended);
            }
            Lead lead = leads.get(call.call().key());
            String key = lead == null ? call.call().key() : lead.key();
            add(likeness, call, key);
            return new Admission.Granted(key);
        });
    }

    @Override
    public boolean replace(String likeness, String earlier, Beginning call, Instant now) {
        return store.alone(() -> {
            boolean replaced = running(likeness, now).isEmpty()
                    && calls.removeIf(kept -> kept.is(likeness, earlier) && !kept.runs());
            if (replaced) {
                add(likeness, call, call.call().key());
            }
            return replaced;
        });
    }

    @Override
    public void insist(String likeness, Beginning call, Instant now) {
        store.alone(() -> {
            Optional<Begun> unused = running(likeness, now);
            calls.removeIf(kept -> kept.likeness().equals(likeness) && !kept.runs());
            add(likeness, call, call.call().key());
        });
    }

    @Override
    public void end(String likeness, String auditId, String ending, Instant at) {
        store.alone(() -> endAll(kept -> kept.is(likeness, auditId), at, Optional.of(ending)));
    }

    @Override
    public void forget(String likeness, String auditId) {
        store.alone(() -> {
            calls.removeIf(kept -> kept.is(likeness, auditId));
        });
    }

    private void forgetOld(Instant now) {
        Instant tooOld = now.minus(KEPT);
        calls.removeIf(kept ->
                kept.ended().filter(ended -> !ended.at().isAfter(tooOld)).isPresent());
        leads.values().removeIf(lead -> !lead.since().isAfter(now.minus(LEADS)));
    }

    /** Returns a running call. Ends those whose time is over; their end is unknown. */
    private Optional<Begun> running(String likeness, Instant now) {
        endAll(
                kept -> kept.likeness().equals(likeness) && kept.runs() && !now.isBefore(kept.until()),
                now,
                Optional.empty());
        return calls.stream()
                .filter(kept -> kept.likeness().equals(likeness) && kept.runs())
                .findFirst()
                .map(Kept::call);
    }

    private void endAll(Predicate<Kept> which, Instant at, Optional<String> ending) {
        calls.replaceAll(kept -> which.test(kept) ? kept.endedAt(at, ending) : kept);
    }

    private List<Ended> ended(String likeness) {
        return calls.stream()
                .filter(kept -> kept.likeness().equals(likeness))
                .sorted(LATEST_FIRST)
                .map(Kept::ended)
                .flatMap(Optional::stream)
                .toList();
    }

    private void add(String likeness, Beginning beginning, String key) {
        Begun call = beginning.call();
        beginning
                .own()
                .filter(made -> !made.equals(key))
                .ifPresent(own -> leads.put(own, new Lead(key, call.beganAt())));
        calls.add(new Kept(
                likeness, new Begun(call.auditId(), key, call.beganAt()), beginning.until(), Optional.empty()));
    }
}
