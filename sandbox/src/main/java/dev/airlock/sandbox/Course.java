package dev.airlock.sandbox;

import dev.airlock.failures.Failure;
import dev.airlock.sandbox.call.Ending;
import dev.airlock.sandbox.call.FuelProfile;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.recording.Recorder;
import dev.airlock.sandbox.recording.Recording;
import dev.airlock.sandbox.recording.Tape;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How a call meets the world.
 *
 * @param tape what its questions go through
 * @param cut where the host ends it although nothing of its own does
 * @param profile is told who uses its fuel, where its code is interpreted
 * @param lastLook says why it must not begin, asked if it waited, once it has what it waited for
 * @param credentials where its secrets come from; empty: from the connector's own source
 */
record Course(
        Tape tape,
        Optional<Cut> cut,
        Optional<FuelProfile> profile,
        Supplier<Optional<Failure>> lastLook,
        Optional<CredentialSource> credentials) {
    /** By itself. */
    static final Course LIVE =
            new Course(Tape.NONE, Optional.empty(), Optional.empty(), Optional::empty, Optional.empty());

    /**
     * An ending that came from outside, at an amount of fuel.
     *
     * @param fuel units that were used by then
     */
    record Cut(long fuel, Ending.ByHost ending) {}

    /** By itself, noted. */
    static Course recorded(Recorder recorder) {
        return new Course(recorder, Optional.empty(), Optional.empty(), Optional::empty, Optional.empty());
    }

    /** As it was recorded. */
    static Course replayed(Recording recording, Tape tape) {
        return new Course(
                tape,
                recording.end().cut().map(ending -> new Cut(recording.end().fuel(), ending)),
                Optional.empty(),
                Optional::empty,
                Optional.empty());
    }

    /** The same, with a profile. */
    Course profiledIn(FuelProfile made) {
        return new Course(tape, cut, Optional.of(made), lastLook, credentials);
    }

    /** The same, with a look right before it begins. */
    Course lookedAt(Supplier<Optional<Failure>> look) {
        return new Course(tape, cut, profile, look, credentials);
    }

    /** The same, with secrets from there. */
    Course with(CredentialSource source) {
        return new Course(tape, cut, profile, lastLook, Optional.of(source));
    }

    /** How much fuel there is: of a call that was ended from outside, so much that its end comes at the same charge. */
    long fuel(long limit) {
        return cut.map(end -> Math.max(1, Math.min(limit, end.fuel() - 1))).orElse(limit);
    }
}
