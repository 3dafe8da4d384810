package dev.airlock.manifests;

import java.util.Optional;

/** What manifest and action say about repeating a call. */
public enum Declared {
    /** Doing it twice is as good as once. */
    IDEMPOTENT("idempotent"),
    /** It is never repeated, whatever was sent: "do not retry me". */
    NOT_IDEMPOTENT("not_idempotent"),
    /** Doing it twice does it twice, so it is repeated only if nothing was sent. */
    NOT_IDEMPOTENT_ONCE_SENT("not_idempotent_once_sent"),
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
                .map(idempotent -> idempotent ? IDEMPOTENT : NOT_IDEMPOTENT)
                .or(() -> manifest.idempotency().map(Declared::of))
                .orElse(NOTHING);
    }

    private static Declared of(Idempotency word) {
        return switch (word) {
            case IDEMPOTENT -> IDEMPOTENT;
            case NOT_IDEMPOTENT -> NOT_IDEMPOTENT;
            case NOT_IDEMPOTENT_ONCE_SENT -> NOT_IDEMPOTENT_ONCE_SENT;
        };
    }
}
