package dev.airlock.failures;

import java.util.Arrays;
import java.util.Optional;

/**
 * The reasons for a {@link FailureClass#CONNECTOR_RUNTIME_ERROR}: the closed list of values of {@code details.reason}, published in {@code
 * src/abi/reasons.md}.
 */
public enum Reason {
    /** The guest trapped. */
    TRAP("trap", Boundary.SANDBOX),
    /** The guest exited with a code other than zero and without an error envelope. */
    EXIT("exit", Boundary.SANDBOX),
    /** The file is not a module that Airlock can run. */
    INVALID_MODULE("invalid_module", Boundary.SANDBOX),
    /** The module has an import that the host does not supply. */
    UNKNOWN_IMPORT("unknown_import", Boundary.SANDBOX),
    /** Standard output is not exactly one document of the agreed form. */
    BAD_OUTPUT("bad_output", Boundary.SANDBOX),
    /** The guest passed the host a pointer or a length outside its memory. */
    BAD_POINTER("bad_pointer", Boundary.SANDBOX),
    /** The guest reported an error, and the host saw nothing that confirms an external failure class. */
    REPORTED("reported", Boundary.SANDBOX),
    /** The result does not have the shape that the operation declares. */
    UNEXPECTED_SHAPE("unexpected_shape", Boundary.SANDBOX),
    /** Airlock itself failed; the correlation id finds the log entry. */
    HOST_FAULT("host_fault", Boundary.SANDBOX),
    /** The caller's arguments do not match the operation's parameters. */
    BAD_INPUT("bad_input", Boundary.ACTION),
    /** An idempotency key was used again with other arguments. */
    KEY_REUSED("key_reused", Boundary.ACTION),
    /** A reversal was requested without a token that allows it. */
    REVERSAL_REFUSED("reversal_refused", Boundary.ACTION),
    /** A template of an action refers to a value that does not exist. */
    BAD_TEMPLATE("bad_template", Boundary.ACTION),
    /** The audit log cannot be written, so the call was not made. */
    AUDIT_UNAVAILABLE("audit_unavailable", Boundary.RUNTIME),
    /** The vault cannot be opened. */
    VAULT_UNAVAILABLE("vault_unavailable", Boundary.RUNTIME),
    /** The store of recovery or of connector state cannot be read or written. */
    STORE_UNAVAILABLE("store_unavailable", Boundary.RUNTIME),
    /** Too many calls of the connector never returned, so it is not loaded again. */
    LEAKED_THREADS("leaked_threads", Boundary.RUNTIME);

    private final String wireName;
    private final Boundary boundary;

    Reason(String wireName, Boundary boundary) {
        this.wireName = wireName;
        this.boundary = boundary;
    }

    /** Returns the name in {@code details.reason}. */
    public String wireName() {
        return wireName;
    }

    /** Returns the boundary at which this reason arises. */
    public Boundary boundary() {
        return boundary;
    }

    /** Returns the reason with that wire name, if there is one; names match exactly. */
    public static Optional<Reason> ofWireName(String wireName) {
        return Arrays.stream(values()).filter(r -> r.wireName.equals(wireName)).findFirst();
    }
}
