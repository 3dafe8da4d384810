package dev.airlock.failures;

import java.util.Arrays;
import java.util.Optional;

/** The layer that produced a failure. */
public enum Boundary {
    /** Around the guest: limits, traps, host calls. */
    SANDBOX("sandbox"),
    /** At load, where a module's imports are checked against its manifest. */
    CONNECTOR_MANIFEST("connector_manifest"),
    /** Around an action: its inputs, the capabilities its steps declare, its approval. */
    ACTION("action"),
    /** Airlock itself: bindings, hashes, signatures, the audit log. */
    RUNTIME("runtime"),
    /** The upstream service, or the network on the way to it. */
    EXTERNAL("external"),
    /** Reserved for approvals. Never produced. */
    USER("user");

    private final String wireName;

    Boundary(String wireName) {
        this.wireName = wireName;
    }

    /** Returns the name in {@code error.boundary}. */
    public String wireName() {
        return wireName;
    }

    /** Returns the boundary with that wire name, if there is one; names match exactly. */
    public static Optional<Boundary> ofWireName(String wireName) {
        return Arrays.stream(values()).filter(b -> b.wireName.equals(wireName)).findFirst();
    }
}
