package dev.airlock.runtime.recovery.store;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reversals in memory. */
final class MemoryReversals implements ReversalStore {
    private final MemoryRecoveryStore store;
    private final Map<String, Token> tokens = new HashMap<>();
    private final Set<String> redeemed = new HashSet<>();

    MemoryReversals(MemoryRecoveryStore store) {
        this.store = store;
    }

    @Override
    public void issue(Token token, Instant now) {
        store.alone(() -> {
            tokens.put(token.call(), token);
        });
    }

    @Override
    public Optional<Token> find(String call) {
        return store.alone(() -> isFree(call) ? Optional.ofNullable(tokens.get(call)) : Optional.empty());
    }

    @Override
    public boolean redeem(String call, String reason, Instant now) {
        return store.alone(() -> isFree(call) && redeemed.add(call));
    }

    @Override
    public void restore(String call) {
        store.alone(() -> {
            redeemed.remove(call);
        });
    }

    private boolean isFree(String call) {
        return tokens.containsKey(call) && !redeemed.contains(call);
    }
}
