package dev.airlock.runtime.recovery.store;

import dev.airlock.runtime.recovery.store.KeyStore.Claim;
import dev.airlock.runtime.recovery.store.sqlite.SqliteRecoveryStore;
import java.nio.file.Path;
import java.time.Instant;

/** A process that claims keys at the same time as others; it prints the result for each. */
public final class KeyClaimant {
    public static final int KEYS = 20;

    private KeyClaimant() {}

    public static void main(String[] args) {
        Instant now = Instant.parse("2026-11-28T12:00:00Z");
        try (SqliteRecoveryStore store = SqliteRecoveryStore.open(Path.of(args[0]))) {
            for (int i = 0; i < KEYS; i++) {
                Claim claim = claim(store, new KeyStore.Key("local", "c", "o", "key-" + i), now);
                System.out.println(claim instanceof Claim.Granted ? "granted" : "not granted");
            }
        }
    }

    /** Asks until the store answers; while others use it, it soon reports that it is busy. */
    private static Claim claim(SqliteRecoveryStore store, KeyStore.Key key, Instant now) {
        while (true) {
            try {
                return store.keys().claim(key, new KeyStore.Claimant("audit-1", "a", now.plusSeconds(30)), now);
            } catch (StoreUnavailableException e) {
                if (!e.isBusy()) {
                    throw e;
                }
            }
        }
    }
}
