package dev.airlock.sandbox.budget;

import dev.airlock.failures.Cause;
import dev.airlock.failures.limit.LimitName;
import java.util.Optional;

/**
 * Thrown by a load that has to stop: a limit was reached, the host has no memory for it, or no one waits for it any
 * more.
 */
public final class LoadStopped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** A limit that was reached, with amounts in its unit. */
    public record Reached(LimitName limit, long configured, long used) {}

    private final transient Optional<Reached> reached;
    private final transient Optional<Cause.HostBusy> busy;

    private LoadStopped(String message, Optional<Reached> reached, Optional<Cause.HostBusy> busy) {
        super(message, null, false, false);
        this.reached = reached;
        this.busy = busy;
    }

    /** The load was cancelled. */
    public static LoadStopped cancelled() {
        return new LoadStopped("nobody waits for this load", Optional.empty(), Optional.empty());
    }

    /** A limit was reached; {@code used} is more than {@code configured}, or as much. */
    public static LoadStopped at(LimitName limit, long configured, long used) {
        return new LoadStopped(
                "the limit " + limit + " was reached",
                Optional.of(new Reached(limit, configured, used)),
                Optional.empty());
    }

    /** The load's time passed while it waited for memory. */
    public static LoadStopped busy(Cause.HostBusy how) {
        return new LoadStopped("the host has no memory for it", Optional.empty(), Optional.of(how));
    }

    /** The memory in use while the load waited for memory, if it stopped for that reason. */
    public Optional<Cause.HostBusy> busy() {
        return busy;
    }

    /** The limit that was reached, if the load stopped for that reason. */
    public Optional<Reached> reached() {
        return reached;
    }
}
