package dev.airlock.failures;

import java.util.Arrays;
import java.util.Optional;

/**
 * Why a {@link FailureClass#CONNECTOR_RUNTIME_ERROR} happened: the closed list behind {@code details.reason}, published
 * in {@code src/abi/reasons.md}.
 */
public enum Reason {
    /** The guest trapped. */
    TRAP("trap", Boundary.SANDBOX),
    /** The guest exited with a code other than zero and without an error envelope. */
    EXIT("exit", Boundary.SANDBOX),
    /** The file is not a module that Airlock can run. */
    INVALID_MODULE("invalid_module", Boundary.SANDBOX),
    /** The module imports something that nothing supplies. */
    UNKNOWN_IMPORT("unknown_import", Boundary.SANDBOX),
    /** Standard output is not exactly one document of the agreed form. */
    BAD_OUTPUT("bad_output", Boundary.SANDBOX),
    /** The guest handed the host a pointer or a length outside its memory. */
    BAD_POINTER("bad_pointer", Boundary.SANDBOX),
    /** The guest reported an error, and nothing that the host saw bears out a class of the outside world. */
    REPORTED("reported", Boundary.SANDBOX),
    /** The result does not have the shape that the operation declares. */
    UNEXPECTED_SHAPE("unexpected_shape", Boundary.SANDBOX),
    /** Airlock itself failed; the correlation id finds the log entry. */
    HOST_FAULT("host_fault", Boundary.SANDBOX),
    /** The caller's arguments are not what the operation takes. */
    BAD_INPUT("bad_input", Boundary.ACTION),
    /** An idempotency key was used again with other arguments. */
    KEY_REUSED("key_reused", Boundary.ACTION),
    /** A reversal was asked for without a token that allows it. */
    REVERSAL_REFUSED("reversal_refused", Boundary.ACTION),
    /** A template of an action refers to something that is not there. */
    BAD_TEMPLATE("bad_template", Boundary.ACTION),
    /** The audit log cannot be written, so the call was not made. */
    AUDIT_UNAVAILABLE("audit_unavailable", Boundary.RUNTIME),
    /** The vault cannot be opened. */
    VAULT_UNAVAILABLE("vault_unavailable", Boundary.RUNTIME),
    /** What recovery keeps, or what connectors keep, cannot be read or written. */
    STORE_UNAVAILABLE("store_unavailable", Boundary.RUNTIME),
    /** Too many calls of the connector never came back, so it is not loaded again. */
    LEAKED_THREADS("leaked_threads", Boundary.RUNTIME);

    private final String wireName;
    private final Boundary boundary;

    Reason(String wireName, Boundary boundary) {
        this.wireName = wireName;
        this.boundary = boundary;
    }

    /** The name in {@code details.reason}. */
    public String wireName() {
        return wireName;
    }

    /** The boundary at which this reason arises. */
    public Boundary boundary() {
        return boundary;
    }

    /** The reason with that wire name, if there is one; names match exactly. */
    public static Optional<Reason> ofWireName(String wireName) {
        return Arrays.stream(values()).filter(r -> r.wireName.equals(wireName)).findFirst();
    }
}
