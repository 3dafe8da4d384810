package dev.airlock.failures;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * The closed set of failure classes. No other class exists; a failure that fits nowhere else is a {@link #CONNECTOR_RUNTIME_ERROR} with a
 * {@link Reason}.
 */
public enum FailureClass {
    /** A capability check refused the operation. */
    CAPABILITY_DENIED(
            "capability_denied", Retriable.NEVER, 403, Boundary.SANDBOX, Boundary.CONNECTOR_MANIFEST, Boundary.ACTION),
    /** No credential is bound for a capability that needs one. */
    BINDING_REQUIRED("binding_required", Retriable.NEVER, 412, Boundary.RUNTIME),
    /** A binding exists and was refused: expired, revoked, or made for something else. */
    BINDING_FAILED("binding_failed", Retriable.BY_CAUSE, 412, Boundary.RUNTIME),
    /** The call reached one of its limits, or the host has no memory for it; only the latter may be retriable. */
    RESOURCE_LIMIT_EXCEEDED("resource_limit_exceeded", Retriable.BY_CAUSE, 507, Boundary.SANDBOX, Boundary.RUNTIME),
    /** The connector, or the way it was called, is at fault; {@code details.reason} says how. */
    CONNECTOR_RUNTIME_ERROR(
            "connector_runtime_error", Retriable.BY_CAUSE, 500, Boundary.SANDBOX, Boundary.ACTION, Boundary.RUNTIME),
    /** An exchange failed before an answer arrived. */
    NETWORK_ERROR("network_error", Retriable.BY_DEFAULT, 502, Boundary.EXTERNAL),
    /** The upstream service answered with an error; retriable for 429 and for 5xx other than 501 and 505. */
    EXTERNAL_API_ERROR("external_api_error", Retriable.BY_CAUSE, 502, Boundary.EXTERNAL),
    /** Bytes on disk differ from those that were pinned. */
    HASH_MISMATCH("hash_mismatch", Retriable.NEVER, 422, Boundary.RUNTIME),
    /** A signature does not verify. */
    SIGNATURE_FAILURE("signature_failure", Retriable.NEVER, 422, Boundary.RUNTIME),
    /** Reserved: a person refused the call. Never produced. */
    APPROVAL_DENIED("approval_denied", Retriable.NEVER, 403),
    /** Reserved: no person answered in time. Never produced. */
    APPROVAL_TIMEOUT("approval_timeout", Retriable.NEVER, 403);

    private enum Retriable {
        NEVER,
        BY_CAUSE,
        BY_DEFAULT
    }

    private final String wireName;
    private final Retriable retriable;
    private final int httpStatus;

    @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable copy
    private final Set<Boundary> boundaries;

    FailureClass(String wireName, Retriable retriable, int httpStatus, Boundary... boundaries) {
        this.wireName = wireName;
        this.retriable = retriable;
        this.httpStatus = httpStatus;
        this.boundaries = boundaries.length == 0
                ? Set.of()
                : Collections.unmodifiableSet(EnumSet.copyOf(Arrays.asList(boundaries)));
    }

    /** Returns the name in {@code error.class}. */
    public String wireName() {
        return wireName;
    }

    /** Returns whether a failure of this class is retriable when nothing more is known. */
    public boolean retriableByDefault() {
        return retriable == Retriable.BY_DEFAULT;
    }

    /** Returns whether any failure of this class can be retriable. */
    public boolean mayBeRetriable() {
        return retriable != Retriable.NEVER;
    }

    /** Returns the HTTP status that carries an envelope of this class, unless its cause has another ({@link Failure#httpStatus}). */
    public int httpStatus() {
        return httpStatus;
    }

    /** Returns the boundaries that may produce this class; empty for a reserved class. */
    public Set<Boundary> boundaries() {
        return boundaries;
    }

    /** Returns whether the class is reserved: named in the taxonomy and never produced. */
    public boolean reserved() {
        return boundaries.isEmpty();
    }

    /** Returns the class with that wire name, if there is one; names match exactly. */
    public static Optional<FailureClass> ofWireName(String wireName) {
        return Arrays.stream(values()).filter(c -> c.wireName.equals(wireName)).findFirst();
    }
}
