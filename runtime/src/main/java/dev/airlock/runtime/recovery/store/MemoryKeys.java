package dev.airlock.runtime.recovery.store;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Keys in memory. */
final class MemoryKeys implements KeyStore {
    private record Kept(String argsHash, Instant claimedAt, Instant until, Optional<String> outcome) {
        boolean isOver(Instant now) {
            return !claimedAt.isAfter(now.minus(KEPT)) && (outcome.isPresent() || !until.isAfter(now));
        }

        Claim claim(String hash, Instant now) {
            if (!argsHash.equals(hash)) {
                return new Claim.OtherArguments();
            }
            if (outcome.isPresent()) {
                return new Claim.Finished(outcome.get());
            }
            return now.isBefore(until) ? new Claim.Running(until) : new Claim.InDoubt();
        }
    }

    private final MemoryRecoveryStore store;
    private final Map<Key, Kept> keys = new HashMap<>();

    MemoryKeys(MemoryRecoveryStore store) {
        this.store = store;
    }

    @Override
    public Claim claim(Key key, String argsHash, Instant now, Instant until) {
        return store.alone(() -> {
            keys.values().removeIf(kept -> kept.isOver(now));
            Kept found = keys.get(key);
            if (found != null) {
                return found.claim(argsHash, now);
            }
            keys.put(key, new Kept(argsHash, now, until, Optional.empty()));
            return new Claim.Granted();
        });
    }

    @Override
    public void finish(Key key, String outcome) {
        store.alone(() -> {
            keys.computeIfPresent(
                    key,
                    (same, kept) -> new Kept(kept.argsHash(), kept.claimedAt(), kept.until(), Optional.of(outcome)));
        });
    }

    @Override
    public void release(Key key) {
        store.alone(() -> {
            keys.computeIfPresent(key, (same, kept) -> kept.outcome().isPresent() ? kept : null);
        });
    }
}
