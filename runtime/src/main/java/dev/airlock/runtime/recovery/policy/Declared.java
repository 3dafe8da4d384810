package dev.airlock.runtime.recovery.policy;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.Idempotency;
import dev.airlock.manifests.Operation;
import java.util.Optional;

/** What manifest and action say about repeating a call. */
public enum Declared {
    /** Doing it twice is as good as once. */
    IDEMPOTENT("idempotent"),
    /** Doing it twice does it twice. */
    NOT_IDEMPOTENT("not_idempotent"),
    /** They say nothing: the evidence decides. */
    NOTHING("undeclared");

    private final String wireName;

    Declared(String wireName) {
        this.wireName = wireName;
    }

    /** The name in events. */
    public String wireName() {
        return wireName;
    }

    /**
     * What holds for one operation: the step's word before the operation's, that before the connector's.
     *
     * @param step what the action's step says, {@code idempotent = …}
     */
    public static Declared of(ConnectorManifest manifest, String op, Optional<Boolean> step) {
        return step.or(() -> manifest.operation(op).flatMap(Operation::idempotent))
                .or(() -> manifest.idempotency().map(word -> word == Idempotency.IDEMPOTENT))
                .map(idempotent -> idempotent ? IDEMPOTENT : NOT_IDEMPOTENT)
                .orElse(NOTHING);
    }
}
