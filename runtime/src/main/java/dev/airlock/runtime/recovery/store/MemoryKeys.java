package dev.airlock.runtime.recovery.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Keys in memory. */
final class MemoryKeys implements KeyStore {
    private record Kept(
            Claimant claimant,
            Instant claimedAt,
            List<Sending> sent,
            Optional<String> outcome,
            Optional<String> review) {
        static Kept by(Claimant claimant, Instant now, List<Sending> sent) {
            return new Kept(claimant, now, List.copyOf(sent), Optional.empty(), Optional.empty());
        }

        boolean isOver(Instant now) {
            return !claimedAt.isAfter(now.minus(KEPT))
                    && (outcome.isPresent() || !claimant.until().isAfter(now));
        }

        boolean runs(String call) {
            return claimant.call().equals(call) && outcome.isEmpty();
        }

        Claim claim(String hash, Instant now) {
            if (!claimant.argsHash().equals(hash)) {
                return new Claim.OtherArguments();
            }
            if (outcome.isPresent()) {
                return new Claim.Finished(outcome.get());
            }
            return now.isBefore(claimant.until())
                    ? new Claim.Running(claimant.until())
                    : new Claim.InDoubt(claimant.call(), Optional.of(sent), review);
        }

        Kept and(Sending one) {
            List<Sending> more = new ArrayList<>(sent);
            more.add(one);
            return new Kept(claimant, claimedAt, List.copyOf(more), outcome, review);
        }
    }

    private final MemoryRecoveryStore store;
    private final Map<Key, Kept> keys = new HashMap<>();

    MemoryKeys(MemoryRecoveryStore store) {
        this.store = store;
    }

    @Override
    public Claim claim(Key key, Claimant claimant, Instant now) {
        return store.alone(() -> {
            keys.values().removeIf(kept -> kept.isOver(now));
            Kept found = keys.get(key);
            if (found != null) {
                return found.claim(claimant.argsHash(), now);
            }
            keys.put(key, Kept.by(claimant, now, List.of()));
            return new Claim.Granted();
        });
    }

    @Override
    public boolean takeOver(Key key, Claim.InDoubt from, Claimant claimant, Instant now) {
        return store.alone(() -> {
            Optional<Kept> found = Optional.ofNullable(keys.get(key))
                    .filter(kept -> kept.claim(claimant.argsHash(), now).equals(from));
            found.ifPresent(kept -> keys.put(key, Kept.by(claimant, now, kept.sent())));
            return found.isPresent();
        });
    }

    @Override
    public boolean sending(Key key, String call, Sending sending) {
        return change(key, call, kept -> kept.and(sending));
    }

    @Override
    public boolean finish(Key key, String call, String outcome) {
        return change(
                key,
                call,
                kept -> new Kept(kept.claimant(), kept.claimedAt(), kept.sent(), Optional.of(outcome), kept.review()));
    }

    @Override
    public boolean release(Key key, String call) {
        return store.alone(() -> {
            Kept found = keys.get(key);
            return found != null && found.runs(call) && keys.remove(key, found);
        });
    }

    @Override
    public void reviewed(Key key, String call, String review) {
        boolean unused = change(
                key,
                call,
                kept -> new Kept(kept.claimant(), kept.claimedAt(), kept.sent(), kept.outcome(), Optional.of(review)));
    }

    private boolean change(Key key, String call, UnaryOperator<Kept> change) {
        return store.alone(() -> {
            Kept found = keys.get(key);
            if (found == null || !found.runs(call)) {
                return false;
            }
            keys.put(key, change.apply(found));
            return true;
        });
    }
}
