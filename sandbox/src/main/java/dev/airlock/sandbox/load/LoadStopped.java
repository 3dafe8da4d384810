package dev.airlock.sandbox.load;

import dev.airlock.failures.LimitName;
import java.util.Optional;

/** Thrown where a load has to stop: a limit was reached, or nobody waits for it any more. */
public final class LoadStopped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** A limit, with amounts in its unit. */
    public record Reached(LimitName limit, long configured, long used) {}

    private final transient Optional<Reached> reached;

    private LoadStopped(String message, Optional<Reached> reached) {
        super(message, null, false, false);
        this.reached = reached;
    }

    /** Nobody waits for the load. */
    public static LoadStopped cancelled() {
        return new LoadStopped("nobody waits for this load", Optional.empty());
    }

    /** A limit was reached; {@code used} is more than {@code configured}, or as much. */
    public static LoadStopped at(LimitName limit, long configured, long used) {
        return new LoadStopped(
                "the limit " + limit + " was reached", Optional.of(new Reached(limit, configured, used)));
    }

    /** The limit that was reached; empty if the load was cancelled. */
    public Optional<Reached> reached() {
        return reached;
    }
}
