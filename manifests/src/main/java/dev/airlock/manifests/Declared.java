package dev.airlock.manifests;

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

    /** What an action's step says, {@code idempotent = …}, which comes before what its connector says. */
    public static Declared of(boolean idempotent) {
        return idempotent ? IDEMPOTENT : NOT_IDEMPOTENT;
    }

    /** What holds for one operation: its own word before the connector's. */
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
