package dev.airlock.sandbox.run;

import dev.airlock.failures.Failure;
import dev.airlock.sandbox.call.FuelProfile;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.recording.HostInterceptor;
import dev.airlock.sandbox.recording.Recorder;
import dev.airlock.sandbox.recording.Recording;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How a call gets its answers from the world, and where it ends.
 *
 * @param interceptor the recorder or replayer of the call
 * @param cut where the host ends the call for a reason outside it
 * @param profile counts which functions use its fuel, if its code is interpreted
 * @param lastLook says why the call must not begin; asked if it had to wait, once the wait is over
 * @param credentials the source of its secrets; empty: the connector's own source
 */
public record CallHooks(
        HostInterceptor interceptor,
        Optional<Cut> cut,
        Optional<FuelProfile> profile,
        Supplier<Optional<Failure>> lastLook,
        Optional<CredentialSource> credentials) {
    /** A live call that is not recorded. */
    public static final CallHooks LIVE =
            new CallHooks(HostInterceptor.NONE, Optional.empty(), Optional.empty(), Optional::empty, Optional.empty());

    /**
     * A termination from outside, at an amount of fuel.
     *
     * @param fuel units that were used by then
     */
    record Cut(long fuel, Termination.ByHost termination) {}

    /** A live call that is recorded. */
    public static CallHooks recorded(Recorder recorder) {
        return new CallHooks(recorder, Optional.empty(), Optional.empty(), Optional::empty, Optional.empty());
    }

    /** A call that is replayed from a recording. */
    public static CallHooks replayed(Recording recording, HostInterceptor interceptor) {
        return new CallHooks(
                interceptor,
                recording.end().cut().map(termination -> new Cut(recording.end().fuel(), termination)),
                Optional.empty(),
                Optional::empty,
                Optional.empty());
    }

    /** The same with a profile. */
    public CallHooks profiledIn(FuelProfile made) {
        return new CallHooks(interceptor, cut, Optional.of(made), lastLook, credentials);
    }

    /** The same with a check right before the call begins. */
    public CallHooks lookedAt(Supplier<Optional<Failure>> look) {
        return new CallHooks(interceptor, cut, profile, look, credentials);
    }

    /** The same with secrets from that source. */
    public CallHooks with(CredentialSource source) {
        return new CallHooks(interceptor, cut, profile, lastLook, Optional.of(source));
    }

    /** The fuel of the call. If it was ended from outside, that is the amount at which it ends at the same charge. */
    long fuel(long limit) {
        return cut.map(end -> Math.max(1, Math.min(limit, end.fuel() - 1))).orElse(limit);
    }
}
