package dev.airlock.manifests;

/** The declaration of manifest and action about repeating a call. */
public enum Declared {
    /** Two calls have the same effect as one. */
    IDEMPOTENT("idempotent"),
    /** The call is never repeated, whatever was sent. */
    NOT_IDEMPOTENT("not_idempotent"),
    /** Two calls have twice the effect, so a call is repeated only if nothing was sent. */
    NOT_IDEMPOTENT_ONCE_SENT("not_idempotent_once_sent"),
    /** No declaration: the facts of the call decide. */
    NOTHING("undeclared");

    private final String wireName;

    Declared(String wireName) {
        this.wireName = wireName;
    }

    /** Returns the name in events. */
    public String wireName() {
        return wireName;
    }

    /** Returns the declaration of an action's step, {@code idempotent = …}, which overrides that of its connector. */
    public static Declared of(boolean idempotent) {
        return idempotent ? IDEMPOTENT : NOT_IDEMPOTENT;
    }

    /** Returns the declaration for one operation: its own, or else the connector's. */
    public static Declared of(ConnectorManifest manifest, String op) {
        return manifest.operation(op)
                .flatMap(Operation::idempotent)
                .map(Declared::of)
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
