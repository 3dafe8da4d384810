package dev.airlock.failures;

import dev.airlock.failures.limit.BeforeLimit;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.limit.WaitedFor;
import dev.airlock.failures.limit.WallTimeIn;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Reads a cause back from the details of an envelope. Fields that an envelope of another version lacks are empty.
 *
 * @param details the envelope's details
 * @param boundary the envelope's boundary
 */
record WrittenCause(Map<String, Object> details, Boundary boundary) {
    Cause of(FailureClass failureClass) {
        return switch (failureClass) {
            case CAPABILITY_DENIED ->
                Denial.cause(boundary, text("requested"), texts(details.get("granted")), text("fix"));
            case BINDING_REQUIRED -> new Cause.BindingMissing(text("kind"), present("credential"));
            case BINDING_FAILED -> new Cause.BindingRefused(text("kind"), present("binding"));
            case HASH_MISMATCH -> new Cause.WrongHash(text("subject"), text("expected"), text("actual"));
            case SIGNATURE_FAILURE -> new Cause.BadSignature(text("subject"));
            case RESOURCE_LIMIT_EXCEEDED -> limit();
            case CONNECTOR_RUNTIME_ERROR -> fault();
            case NETWORK_ERROR -> circuit(OptionalInt.empty()).orElseGet(this::broken);
            case EXTERNAL_API_ERROR -> answer();
            case APPROVAL_DENIED, APPROVAL_TIMEOUT -> new Cause.Unknown();
        };
    }

    private Cause limit() {
        if (text("limit").equals(Failure.HOST_BUSY)) {
            return new Cause.HostBusy(
                    number(details, "configured"),
                    number(details, "used"),
                    waited().map(BeforeLimit.Waited::millis).orElse(0L));
        }
        String aspect = text("aspect");
        return limitNamed(details.get("limit"), aspect)
                .<Cause>map(limit ->
                        new Cause.LimitReached(limit, number(details, "configured"), number(details, "used"), before()))
                .orElseGet(Cause.Unknown::new);
    }

    private static Optional<LimitName> limitNamed(@Nullable Object name, String aspect) {
        return name instanceof String text
                ? LimitName.ofWireName(text).stream()
                        .filter(limit -> limit.aspect().equals(aspect))
                        .findFirst()
                : Optional.empty();
    }

    private BeforeLimit before() {
        return new BeforeLimit(WallTimeIn.ofWireName(text("wall_time_in")), refused(), waited());
    }

    private Optional<BeforeLimit.Refused> refused() {
        return details.get("refused") instanceof Map<?, ?> growth
                ? (growth.get("limit") instanceof String name ? LimitName.ofWireName(name) : List.<LimitName>of())
                        .stream()
                                .findFirst()
                                .map(limit -> new BeforeLimit.Refused(
                                        limit, number(growth, "configured"), number(growth, "used")))
                : Optional.empty();
    }

    private Optional<BeforeLimit.Waited> waited() {
        return details.get("waited") instanceof Map<?, ?> wait && wait.get("for") instanceof String what
                ? WaitedFor.ofWireName(what).map(known -> new BeforeLimit.Waited(known, number(wait, "ms")))
                : Optional.empty();
    }

    private Cause fault() {
        Optional<Reason> reason = Reason.ofWireName(text("reason"));
        if (reason.isEmpty()) {
            return new Cause.Unknown();
        }
        if (reason.get() == Reason.TRAP && details.get("trap") instanceof String trap) {
            return new Cause.Trapped(trap, texts(details.get("stack")));
        }
        if (reason.get() == Reason.EXIT && details.get("exit_code") instanceof Long code) {
            return new Cause.Exited(code);
        }
        return reason.get() == Reason.BAD_INPUT && details.get("problems") instanceof List<?> problems
                ? new Cause.BadInput(texts(problems))
                : new Cause.Faulty(reason.get());
    }

    private Cause broken() {
        return NetworkFailureKind.ofWireName(text("kind"))
                .<Cause>map(kind -> new Cause.Broken(kind, text("host")))
                .orElseGet(Cause.Unknown::new);
    }

    private Cause answer() {
        if (!(details.get("status") instanceof Long status)) {
            return new Cause.Unknown();
        }
        return circuit(OptionalInt.of(status.intValue()))
                .orElseGet(() -> new Cause.Answered(
                        status.intValue(),
                        text("host"),
                        text("claimed_class"),
                        present("binding"),
                        text("retry_after"),
                        text("should_retry")));
    }

    private Optional<Cause> circuit(OptionalInt lastStatus) {
        try {
            return text("circuit").equals(Failure.CIRCUIT_OPEN)
                    ? Optional.of(new Cause.CircuitOpen(text("host"), lastStatus, Instant.parse(text("retry_at"))))
                    : Optional.empty();
        } catch (DateTimeException e) {
            return Optional.of(new Cause.Unknown());
        }
    }

    private Optional<String> present(String key) {
        return Optional.of(text(key)).filter(text -> !text.isEmpty());
    }

    private String text(String key) {
        return details.get(key) instanceof String text ? text : "";
    }

    private static long number(Map<?, ?> values, String key) {
        return values.get(key) instanceof Long number ? number : 0;
    }

    private static List<String> texts(@Nullable Object value) {
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }
}
