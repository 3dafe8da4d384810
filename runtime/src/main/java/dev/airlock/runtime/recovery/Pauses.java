package dev.airlock.runtime.recovery;

import dev.airlock.runtime.recovery.policy.RetryPolicy.Unattended;
import dev.airlock.runtime.recovery.time.Time;
import dev.airlock.sandbox.api.Cancellation;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** Waits between attempts. An unattended call waits in pieces, with a heartbeat after each. */
final class Pauses {
    private final Time time;
    private final Cancellation cancellation;
    private final Optional<Duration> chunk;
    private final Consumer<Duration> heartbeat;

    /** @param heartbeat receives the rest of the pause after each piece */
    Pauses(Time time, Cancellation cancellation, Optional<Unattended> unattended, Consumer<Duration> heartbeat) {
        this.time = time;
        this.cancellation = cancellation;
        this.chunk = unattended.map(Unattended::chunk);
        this.heartbeat = heartbeat;
    }

    /** Waits for the given time. Returns false, at once, if the caller cancels the call. */
    boolean pause(Duration length) {
        Duration rest = length;
        while (!cancellation.requested() && rest.compareTo(Duration.ZERO) > 0) {
            Duration piece = rest;
            if (chunk.isPresent() && chunk.get().compareTo(rest) < 0) {
                piece = chunk.get();
            }
            try {
                time.sleep(piece, cancellation);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
            rest = rest.minus(piece);
            if (chunk.isPresent() && !cancellation.requested()) {
                heartbeat.accept(rest);
            }
        }
        return !cancellation.requested();
    }
}
