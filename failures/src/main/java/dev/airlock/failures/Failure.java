package dev.airlock.failures;

import dev.airlock.failures.effect.Effect;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.failures.limit.BeforeLimit;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.limit.LimitText;
import dev.airlock.failures.limit.WaitedFor;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.failures.text.Details;
import dev.airlock.failures.text.Words;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One failure, as the agent sees it. Only the factory methods named after a failure class make one, so no failure exists outside the closed
 * taxonomy. Immutable.
 *
 * <p>The message tells a person what happened, to whom, what may have changed and what to do next. No layer rewraps a failure of another
 * boundary. Recovery adds to a failure only with {@link #withDetail}, {@link #withSideEffects} and {@link #notRetried}.
 */
public final class Failure {
    static final String EFFECT = "effect";
    static final String REQUEST_SENT = "request_sent";
    static final String IDEMPOTENCY_KEY = "idempotency_key";
    static final String CIRCUIT_OPEN = "open";

    /** The value of {@code details.limit} when no limit of the connector was reached. */
    static final String HOST_BUSY = "host_busy";

    private static final int SERVICE_UNAVAILABLE = 503;

    /** The value in place of a hash when the bytes are missing. */
    private static final String NO_HASH = "none";

    private static final String SUGGESTION = "suggestion";
    private static final Pattern FULL_STOPS = Pattern.compile("[.]+$");
    private static final String LOOK_FIRST = "It may have taken effect; check the service before you repeat it.";

    private final FailureClass failureClass;
    private final Words words;
    private final boolean retriable;
    private final Boundary boundary;
    private final AuditId auditId;
    private final Cause cause;
    private final Map<String, Object> details;
    private final SideEffects sideEffects;

    private Failure(
            FailureClass failureClass,
            Words words,
            boolean retriable,
            Boundary boundary,
            AuditId auditId,
            Cause cause,
            Map<String, Object> details) {
        this(failureClass, words, retriable, boundary, auditId, cause, details, SideEffects.NONE);
    }

    Failure(
            FailureClass failureClass,
            Words words,
            boolean retriable,
            Boundary boundary,
            AuditId auditId,
            Cause cause,
            Map<String, Object> details,
            SideEffects sideEffects) {
        if (!failureClass.boundaries().contains(boundary)) {
            throw new IllegalArgumentException(failureClass + " is not produced at " + boundary);
        }
        if (retriable && (!failureClass.mayBeRetriable() || cause instanceof Cause.LimitReached)) {
            throw new IllegalArgumentException(failureClass + " is never retriable");
        }
        this.failureClass = failureClass;
        this.words = words;
        this.retriable = retriable && sideEffects.effect() != Effect.UNCERTAIN;
        this.boundary = boundary;
        this.auditId = auditId;
        this.cause = cause;
        this.details = details;
        this.sideEffects = sideEffects;
    }

    /**
     * Returns the failure for a request that a capability check refused. Never retriable.
     *
     * @param boundary {@link Boundary#SANDBOX} for a host call, {@link Boundary#CONNECTOR_MANIFEST} at load, {@link Boundary#ACTION} for
     *     the declarations of an action's step
     */
    public static Failure capabilityDenied(AuditId auditId, Boundary boundary, Denial denial) {
        return new Failure(
                FailureClass.CAPABILITY_DENIED,
                denial.words(),
                false,
                boundary,
                auditId,
                denial.cause(boundary),
                Details.none()
                        .put("requested", denial.requested())
                        .put("granted", denial.granted())
                        .put("fix", denial.fix())
                        .build());
    }

    /**
     * Returns the failure for a credential that a call needs and that is not bound. Not retriable until one is bound.
     *
     * @param kind the kind that the manifest declares, such as {@code api_key}
     * @param next the way to bind one, as a sentence
     */
    public static Failure bindingRequired(AuditId auditId, String connector, String kind, String next) {
        return bindingRequired(auditId, connector, new Cause.BindingMissing(kind, Optional.empty()), next);
    }

    /** Returns the failure for one of several credentials that a call needs and that is not bound. Not retriable until it is bound. */
    public static Failure bindingRequired(
            AuditId auditId, String connector, Cause.BindingMissing missing, String next) {
        return new Failure(
                FailureClass.BINDING_REQUIRED,
                new Words(
                        connector + " needs "
                                + missing.credential()
                                        .map(name -> "its credential " + name + ", of kind " + missing.kind()
                                                + ", which is not bound.")
                                        .orElseGet(() ->
                                                "a credential of kind " + missing.kind() + ", and none is bound."),
                        next),
                false,
                Boundary.RUNTIME,
                auditId,
                missing,
                Details.none()
                        .put("kind", missing.kind())
                        .putIfPresent("credential", missing.credential().orElse(""))
                        .put(SUGGESTION, next)
                        .build());
    }

    /**
     * Returns the failure for a binding that was refused: it expired, was revoked, or was made for something else.
     *
     * @param refused the kind that the manifest declares, and the binding
     * @param why the problem with the binding, as a sentence
     * @param next the action to take, as a sentence
     * @param retriable whether the same call may succeed without any action by a person
     */
    public static Failure bindingFailed(
            AuditId auditId,
            String connector,
            Cause.BindingRefused refused,
            String why,
            String next,
            boolean retriable) {
        return new Failure(
                FailureClass.BINDING_FAILED,
                new Words(
                        "The credential of kind " + refused.kind() + " that is bound for " + connector
                                + " cannot be used. " + why,
                        next),
                retriable,
                Boundary.RUNTIME,
                auditId,
                refused,
                Details.none()
                        .put("kind", refused.kind())
                        .put(SUGGESTION, next)
                        .putIfPresent("binding", refused.binding().orElse(""))
                        .build());
    }

    /**
     * Returns the failure for bytes on disk that differ from those that were pinned. Never retriable.
     *
     * @param subject the thing that was hashed, such as {@code github://acme/slack@1.2.0}
     * @param expected the pinned hash, {@code sha256:} and 64 hex digits
     * @param actual the hash of the bytes, in the same form; {@code none} if there are none
     * @param next the action to take, as a sentence
     */
    public static Failure hashMismatch(AuditId auditId, String subject, String expected, String actual, String next) {
        return new Failure(
                FailureClass.HASH_MISMATCH,
                new Words(
                        actual.equals(NO_HASH)
                                ? subject + " is missing; " + expected + " was pinned."
                                : subject + " does not match its pin: its hash is " + actual + ", and " + expected
                                        + " is required.",
                        next),
                false,
                Boundary.RUNTIME,
                auditId,
                new Cause.WrongHash(subject, expected, actual),
                Details.none()
                        .put("subject", subject)
                        .put("expected", expected)
                        .put("actual", actual)
                        .build());
    }

    /**
     * Returns the failure for a signature that does not verify. Never retriable.
     *
     * @param subject the thing that is signed, such as {@code github://acme/slack@1.2.0}
     * @param why the problem with the signature, as a sentence
     * @param next the action to take, as a sentence
     */
    public static Failure signatureFailure(AuditId auditId, String subject, String why, String next) {
        return new Failure(
                FailureClass.SIGNATURE_FAILURE,
                new Words(subject + " is not verified. " + why, next),
                false,
                Boundary.RUNTIME,
                auditId,
                new Cause.BadSignature(subject),
                Details.none().put("subject", subject).build());
    }

    /**
     * Returns the failure of a call that reached a limit. Never retriable: the same call would reach it again.
     *
     * @param configured the limit in force, in the limit's unit
     * @param used the amount that the call had used or asked for when it was ended, in the same unit
     */
    public static Failure resourceLimitExceeded(AuditId auditId, LimitName limit, long configured, long used) {
        return resourceLimitExceeded(auditId, limit, configured, used, BeforeLimit.NOTHING);
    }

    /**
     * Returns the failure of a call that reached a limit, with the facts that led to it. Never retriable.
     *
     * @param before the refused growth, the longest wait, and where the time went
     */
    public static Failure resourceLimitExceeded(
            AuditId auditId, LimitName limit, long configured, long used, BeforeLimit before) {
        return new Failure(
                FailureClass.RESOURCE_LIMIT_EXCEEDED,
                LimitText.words(limit, configured, used, before),
                false,
                Boundary.SANDBOX,
                auditId,
                new Cause.LimitReached(limit, configured, used, before),
                Details.none()
                        .put("limit", limit.wireName())
                        .put("configured", configured)
                        .put("used", used)
                        .putIfPresent("aspect", limit.aspect())
                        .putAll(before.details())
                        .build());
    }

    /**
     * Returns the failure of a call that used up the time its caller gave it, which is less than the limits allow. Never retriable.
     *
     * @param given the time that the caller gave
     * @param used the time that the call had used when it was ended
     */
    public static Failure callersTimeUp(AuditId auditId, Duration given, Duration used) {
        return callersTimeUp(auditId, given, used, BeforeLimit.NOTHING);
    }

    /**
     * Returns the failure of a call that used up its caller's time, with the facts that led to it. Never retriable.
     *
     * @param before the refused growth, the longest wait, and where the time went
     */
    public static Failure callersTimeUp(AuditId auditId, Duration given, Duration used, BeforeLimit before) {
        long givenMillis = given.toMillis();
        long usedMillis = Math.max(givenMillis, used.toMillis());
        return new Failure(
                FailureClass.RESOURCE_LIMIT_EXCEEDED,
                LimitText.callersTime(givenMillis, usedMillis, before),
                false,
                Boundary.SANDBOX,
                auditId,
                new Cause.LimitReached(LimitName.WALL_TIME, givenMillis, usedMillis, before),
                Details.none()
                        .put("limit", LimitName.WALL_TIME.wireName())
                        .put("configured", givenMillis)
                        .put("used", usedMillis)
                        .putAll(before.details())
                        .build());
    }

    /**
     * Returns the failure of a call when the host has no memory for it, or for loading its connector, because others hold the memory.
     * Retriable, unless the call may have changed something.
     *
     * @param busy the memory in use, and the time that the call waited for it
     */
    public static Failure hostBusy(AuditId auditId, Cause.HostBusy busy) {
        return new Failure(
                FailureClass.RESOURCE_LIMIT_EXCEEDED,
                HostText.busy(busy),
                true,
                Boundary.RUNTIME,
                auditId,
                busy,
                Details.none()
                        .put("limit", HOST_BUSY)
                        .put("configured", busy.configured())
                        .put("used", busy.used())
                        .putAll(BeforeLimit.waiting(WaitedFor.MEMORY, busy.waitedMillis())
                                .details())
                        .build());
    }

    /**
     * Returns the failure of a call or load that alone needs more memory than the host gives all calls and loads together. Never retriable:
     * the host needs a larger budget.
     *
     * @param limit {@link LimitName#MEMORY} for a call or a loaded connector, {@link LimitName#COMPILE_MEMORY} for loading a module
     * @param budget the memory for all calls and loads together, in bytes
     * @param needed the memory that this one needs, in bytes
     */
    public static Failure hostTooSmall(AuditId auditId, LimitName limit, long budget, long needed) {
        return new Failure(
                FailureClass.RESOURCE_LIMIT_EXCEEDED,
                HostText.tooSmall(limit, budget, needed),
                false,
                Boundary.SANDBOX,
                auditId,
                new Cause.LimitReached(limit, budget, needed, BeforeLimit.NOTHING),
                Details.none()
                        .put("limit", limit.wireName())
                        .put("configured", budget)
                        .put("used", needed)
                        .putIfPresent("aspect", limit.aspect())
                        .build());
    }

    /**
     * Returns the failure for a fault of the connector, or of the way it was called. The boundary is that of the reason. Never retriable:
     * recovery does not repeat a call that is known to fail.
     *
     * @param message what happened and what to do next
     * @param details further details beside {@code reason}: {@code claimed_class}, {@code correlation_id}
     */
    public static Failure connectorRuntimeError(AuditId auditId, Reason reason, String message, Details details) {
        return connectorRuntimeError(auditId, new Cause.Faulty(reason), message, details);
    }

    /**
     * Returns the failure for a fault with further facts beside its reason. Never retriable.
     *
     * @param details further details beside {@code reason} and those of the cause: {@code stderr}, {@code op}
     */
    public static Failure connectorRuntimeError(
            AuditId auditId, Cause.AtConnector cause, String message, Details details) {
        Details all = Details.none().put("reason", cause.reason().wireName());
        if (cause instanceof Cause.Exited exited) {
            all.put("exit_code", exited.code());
        }
        if (cause instanceof Cause.Trapped trapped) {
            all.put("trap", trapped.trap());
            trapped.functions().stream()
                    .limit(1)
                    .forEach(innermost -> all.put("function", innermost).put("stack", trapped.functions()));
        }
        all.putAll(details);
        if (cause instanceof Cause.BadInput bad) {
            all.put("problems", bad.problems());
        }
        return new Failure(
                FailureClass.CONNECTOR_RUNTIME_ERROR,
                new Words(message, ""),
                false,
                cause.reason().boundary(),
                auditId,
                cause,
                all.build());
    }

    /**
     * Returns the failure of an exchange that broke before a whole answer arrived. Retriable; recovery decides from {@code request_sent}
     * whether a retry is safe.
     *
     * @param message what broke, and what the connector says about it
     * @param next what to do if a repetition does no harm
     * @param details further details beside {@code kind} and {@code host}: {@code claimed_class}
     */
    public static Failure networkError(
            AuditId auditId, Cause.Broken broken, String message, String next, Details details) {
        return external(
                FailureClass.NETWORK_ERROR,
                new Words(message, next),
                true,
                auditId,
                broken,
                Details.none()
                        .put("kind", broken.kind().wireName())
                        .put("host", broken.host())
                        .putAll(details));
    }

    /**
     * Returns the failure of a call that the upstream answered with an error. Retriable for 429, 403 with a time to wait, and 5xx other
     * than 501 and 505.
     *
     * @param message what the upstream answered, and what the connector says about it
     * @param next what to do if a repetition does no harm; may be empty
     * @param suggestion what to do, for {@code details.suggestion}; may be empty
     * @param details further details beside those of the answer: {@code connector}
     */
    public static Failure externalApiError(
            AuditId auditId, Cause.Answered answered, String message, String next, String suggestion, Details details) {
        return external(
                FailureClass.EXTERNAL_API_ERROR,
                new Words(message, next),
                answered.isTransient(),
                auditId,
                answered,
                Details.none()
                        .put("status", answered.status())
                        .put("host", answered.host())
                        .putIfPresent("claimed_class", answered.claimedClass())
                        .putAll(details)
                        .putIfPresent("binding", answered.binding().orElse(""))
                        .putIfPresent(SUGGESTION, suggestion)
                        .putIfPresent("retry_after", answered.retryAfter())
                        .putIfPresent("should_retry", answered.shouldRetry()));
    }

    /**
     * Returns the failure of a call whose upstream was not asked, because it failed too often. The failure has the class of the upstream's
     * last failure.
     *
     * @param message the upstream's last failure, and the time until which it is not asked
     * @param next what to do
     * @param details further details beside those of the cause: {@code connector}
     */
    public static Failure circuitOpen(
            AuditId auditId, Cause.CircuitOpen open, String message, String next, Details details) {
        Details first = Details.none();
        open.lastStatus().ifPresent(status -> first.put("status", status));
        if (open.lastStatus().isEmpty()) {
            first.put("kind", NetworkFailureKind.CIRCUIT_OPEN.wireName());
        }
        return external(
                open.lastStatus().isPresent() ? FailureClass.EXTERNAL_API_ERROR : FailureClass.NETWORK_ERROR,
                new Words(message, next),
                open.lastStatus().isEmpty() || isTransient(open.lastStatus().getAsInt()),
                auditId,
                open,
                first.put("host", open.host())
                        .putAll(details)
                        .put("circuit", CIRCUIT_OPEN)
                        .put("retry_at", open.retryAt().toString()));
    }

    private static Failure external(
            FailureClass failureClass, Words words, boolean retriable, AuditId auditId, Cause cause, Details details) {
        return new Failure(failureClass, words, retriable, Boundary.EXTERNAL, auditId, cause, details.build());
    }

    /**
     * Returns whether the same request may have another answer next time, after an answer with this status: 429, and 5xx other than 501 and
     * 505. A status beyond 599 counts as 5xx (RFC 9110, 15).
     */
    public static boolean isTransient(int status) {
        return status == 429 || (status >= 500 && status != 501 && status != 505);
    }

    /** Returns this failure with one more detail. A key that is already present keeps its value. */
    public Failure withDetail(String key, Object value) {
        if (details.containsKey(key)) {
            return this;
        }
        Map<String, Object> more = new LinkedHashMap<>(details);
        more.putAll(Details.none().put(key, value).build());
        return with(words, retriable, Collections.unmodifiableMap(more));
    }

    /**
     * Returns this failure with the side effects of its call. If a repetition might do harm, the failure is not retriable, and it proposes
     * to look at the service instead of a repetition.
     */
    public Failure withSideEffects(SideEffects other) {
        boolean mustLook = retriable && other.effect() == Effect.UNCERTAIN;
        Map<String, Object> told = details;
        if (mustLook && details.containsKey(SUGGESTION)) {
            told = new LinkedHashMap<>(details);
            told.put(SUGGESTION, LOOK_FIRST);
        }
        return new Failure(
                failureClass,
                mustLook ? words.withoutNext() : words,
                retriable,
                boundary,
                auditId,
                cause,
                Collections.unmodifiableMap(told),
                other);
    }

    private Failure with(Words others, boolean again, Map<String, Object> more) {
        return new Failure(failureClass, others, again, boundary, auditId, cause, more, sideEffects);
    }

    /** Returns this failure as not retriable, with a sentence that says why there was no retry. */
    public Failure notRetried(String sentence) {
        return with(words.then(sentence), false, details);
    }

    /** Returns this failure of a step before any call, with a sentence before its message that names the step. */
    public Failure before(String sentence) {
        return with(words.after(sentence), retriable, details);
    }

    /** Returns this failure without any known secret in its message or details. */
    public Failure redactedBy(Redactor redactor) {
        SideEffects clean = new SideEffects(
                sideEffects.effect(),
                sideEffects.requestSent(),
                sideEffects.idempotencyKey().map(redactor::redact));
        return new Failure(
                failureClass,
                words.mapped(redactor::redact),
                retriable,
                boundary,
                auditId,
                cause.match(new RedactedCause(redactor::redact)),
                Details.mapTexts(details, redactor::redact),
                clean);
    }

    /** Returns the class. */
    public FailureClass failureClass() {
        return failureClass;
    }

    /**
     * Returns the message for a person: what happened, to whom, what to do next. It has no secret, no payload, no host path and no stack.
     */
    public String message() {
        return words.with(effectSentence());
    }

    /** Returns a sentence about what may have changed; empty where the rest of the message says enough. */
    private String effectSentence() {
        boolean isSaid = switch (sideEffects.effect()) {
            case NONE -> failureClass == FailureClass.NETWORK_ERROR;
            case REPEATABLE -> failureClass != FailureClass.EXTERNAL_API_ERROR || retriable;
            case UNCERTAIN -> true;
        };
        return isSaid ? sideEffects.sentence() : "";
    }

    /** Returns what the call may have changed. Until the whole call is over, this is the least that was known when the failure was made. */
    public SideEffects sideEffects() {
        return sideEffects;
    }

    /** Returns the HTTP status for its envelope; send a {@code Retry-After} with 503. */
    public int httpStatus() {
        return cause instanceof Cause.HostBusy ? SERVICE_UNAVAILABLE : failureClass.httpStatus();
    }

    /** Returns whether the same call may have another outcome next time; always the host's decision. */
    public boolean retriable() {
        return retriable;
    }

    /** Returns the layer that produced the failure. */
    public Boundary boundary() {
        return boundary;
    }

    /** Returns the id of the audit record that has the whole story. */
    public AuditId auditId() {
        return auditId;
    }

    /** Returns the cause of the failure. Decide about a failure by its cause, not by its details. */
    public Cause cause() {
        return cause;
    }

    /** Returns the action to take as a sentence; empty if there is none, or if the message already says it. */
    public String suggestion() {
        String sentence = details.get(SUGGESTION) instanceof String text
                ? FULL_STOPS.matcher(text).replaceAll("")
                : "";
        return sentence.isEmpty() || message().contains(sentence) ? "" : sentence + ".";
    }

    /**
     * Returns the class's own fields, the details that recovery added, then {@code effect}, {@code request_sent} and {@code
     * idempotency_key}; {@link Details#put} describes their values. Unmodifiable.
     */
    public Map<String, Object> details() {
        Map<String, Object> all = new LinkedHashMap<>(details);
        all.put(EFFECT, sideEffects.effect().wireName());
        all.put(REQUEST_SENT, sideEffects.requestSent());
        sideEffects.idempotencyKey().ifPresent(key -> all.put(IDEMPOTENCY_KEY, key));
        return Collections.unmodifiableMap(all);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Failure that
                && failureClass == that.failureClass
                && message().equals(that.message())
                && retriable == that.retriable
                && boundary == that.boundary
                && auditId.equals(that.auditId)
                && cause.equals(that.cause)
                && details.equals(that.details)
                && sideEffects.equals(that.sideEffects);
    }

    @Override
    public int hashCode() {
        return Objects.hash(failureClass, message(), retriable, boundary, auditId, cause, details, sideEffects);
    }

    @Override
    public String toString() {
        return failureClass.wireName() + " (" + auditId + "): " + message();
    }
}
