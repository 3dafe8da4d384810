package dev.airlock.failures;

import dev.airlock.failures.effect.Effect;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.failures.limit.BeforeLimit;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.limit.WaitedFor;
import dev.airlock.failures.limit.WallTimeIn;
import dev.airlock.failures.text.Details;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** One failure from each factory method, and one for each value of the closed sets that a factory method takes. */
final class SampleFailures {
    static final AuditId ID = new AuditId("audit-01234567-89ab-cdef-0123-456789abcdef");

    private SampleFailures() {}

    static Failure denied(Boundary boundary) {
        return Failure.capabilityDenied(
                ID,
                boundary,
                new Denial(
                        "The connector asked for https://evil.example:443",
                        "evil.example:443",
                        List.of("slack.com:443"),
                        "hosts = [\"slack.com:443\", \"evil.example:443\"]"));
    }

    static Failure network() {
        return Failure.networkError(
                ID,
                new Cause.Broken(NetworkFailureKind.DNS, "slack.com:443"),
                "The name slack.com did not resolve.",
                "Check that the service can be reached, then try again.",
                Details.none());
    }

    static Failure api(int status) {
        return Failure.externalApiError(
                        ID,
                        Cause.Answered.of(status, "slack.com:443"),
                        "slack.com:443 answered " + status + ".",
                        "Try again later.",
                        "",
                        Details.none())
                .withSideEffects(new SideEffects(Effect.REPEATABLE, true, Optional.of("key-0123456789")));
    }

    /** Returns the failure of an answer with all fields. */
    static Failure whole() {
        return Failure.externalApiError(
                ID,
                new Cause.Answered(401, "a:1", "auth_failed", Optional.of("oauth2/work"), "30", "false"),
                "It answered.",
                "",
                "Bind another one.",
                Details.none().put("connector", List.of(1)));
    }

    static Failure circuit(OptionalInt last) {
        return Failure.circuitOpen(
                ID,
                new Cause.CircuitOpen("a:1", last, Instant.parse("2026-11-29T12:00:00Z")),
                "It failed too often.",
                "Wait.",
                Details.none());
    }

    static Failure approval() {
        return Failure.capabilityDenied(
                ID, Boundary.ACTION, Denial.ofApproval("Nobody approved it", "pay@1.0.0", "ask somebody"));
    }

    private static Failure fault(Cause.AtConnector cause) {
        return Failure.connectorRuntimeError(ID, cause, "It failed.", Details.none());
    }

    private static Cause.BindingRefused binding() {
        return new Cause.BindingRefused("oauth2", Optional.of("oauth2/work"));
    }

    /** Returns the failure of a call that a time limit ended in that place. */
    static Failure late(WallTimeIn place) {
        return Failure.resourceLimitExceeded(
                ID,
                LimitName.WALL_TIME,
                2_000,
                2_001,
                new BeforeLimit(Optional.of(place), Optional.empty(), Optional.empty()));
    }

    /** Returns the failure of a call for which the host had no memory. */
    static Failure busy() {
        return Failure.hostBusy(ID, new Cause.HostBusy(256L << 20, (255L << 20) + 1, 2_000));
    }

    /** Returns the failure of a call that waited until its time was over. */
    static Failure afterAWait(WaitedFor what) {
        return Failure.resourceLimitExceeded(
                ID,
                LimitName.WALL_TIME,
                2_000,
                2_001,
                new BeforeLimit(
                        Optional.of(WallTimeIn.HOST),
                        Optional.empty(),
                        Optional.of(new BeforeLimit.Waited(what, 1_990))));
    }

    /** Returns the facts of a call that was refused growth before it reached another limit. */
    static BeforeLimit afterRefusal(LimitName ended, LimitName refused) {
        return BeforeLimit.NOTHING.refused(ended, new BeforeLimit.Refused(refused, 10, 20));
    }

    static Stream<Failure> all() {
        return Stream.of(
                        Stream.of(
                                denied(Boundary.SANDBOX),
                                denied(Boundary.CONNECTOR_MANIFEST),
                                denied(Boundary.ACTION),
                                Failure.capabilityDenied(
                                        ID, Boundary.SANDBOX, new Denial("The method TRACE", "TRACE", List.of(), "")),
                                Failure.bindingRequired(ID, "local://a/b", "api_key", "Bind one."),
                                Failure.bindingFailed(ID, "local://a/b", binding(), "It expired.", "Rebind it.", false),
                                Failure.bindingFailed(ID, "local://a/b", binding(), "Busy.", "Try again.", true),
                                Failure.hashMismatch(
                                        ID, "local://a/b@1.0.0", "sha256:aa", "sha256:bb", "Install it again."),
                                Failure.signatureFailure(
                                        ID, "local://a/b@1.0.0", "The key is unknown.", "Add the key."),
                                network(),
                                network().notRetried("The connector is not idempotent, so nothing was retried."),
                                api(200),
                                api(404),
                                api(503),
                                api(503).withDetail("retried", 3),
                                whole(),
                                circuit(OptionalInt.of(503)),
                                circuit(OptionalInt.empty()),
                                fault(new Cause.Trapped("unreachable", List.of("inner", "outer"))),
                                fault(new Cause.Trapped("unreachable", List.of())),
                                fault(new Cause.Exited(3)),
                                fault(new Cause.BadInput(List.of("/n: wrong"))),
                                approval()),
                        Arrays.stream(LimitName.values())
                                .map(limit -> Failure.resourceLimitExceeded(ID, limit, 10, 11)),
                        Stream.of(busy(), Failure.hostTooSmall(ID, LimitName.MEMORY, 10, 11)),
                        Arrays.stream(WallTimeIn.values()).map(SampleFailures::late),
                        Arrays.stream(WaitedFor.values()).map(SampleFailures::afterAWait),
                        Stream.of(Failure.resourceLimitExceeded(
                                ID, LimitName.FUEL, 10, 11, afterRefusal(LimitName.FUEL, LimitName.TABLE))),
                        Arrays.stream(NetworkFailureKind.values())
                                .map(kind -> Failure.networkError(
                                        ID, new Cause.Broken(kind, "a:1"), "It broke.", "Try again.", Details.none())),
                        Arrays.stream(Effect.values())
                                .map(effect -> Failure.resourceLimitExceeded(ID, LimitName.WALL_TIME, 10, 11)
                                        .withSideEffects(new SideEffects(effect, true, Optional.of("key-0123456789")))),
                        Arrays.stream(Reason.values())
                                .map(reason -> Failure.connectorRuntimeError(ID, reason, "It failed.", Details.none())))
                .flatMap(failures -> failures);
    }
}
