package dev.airlock.sandbox.engine.memory;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.call.Termination;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;

/**
 * The growth of memory or tables of one instance, all of its parts together, and whether the limit ever refused one.
 * Belongs to the call's own thread.
 */
public final class Growth {
    private final LimitName limit;
    private final long unitAmount;
    private final long configured;
    private final LongConsumer holder;
    private final LongPredicate reserver;
    private long reserved;
    private long units;
    private long refusedAmount = -1;

    /**
     * @param limit the limit that is enforced
     * @param unitAmount the amount of the limit's unit that one unit takes: a page of memory is 65,536 bytes
     * @param configured the limit in its unit
     */
    public Growth(LimitName limit, long unitAmount, long configured) {
        this(limit, unitAmount, configured, units -> {}, units -> true);
    }

    /**
     * A growth that also takes memory of the host.
     *
     * @param holder receives the number of units before they exist; may wait, and throw if there is no memory for them
     * @param reserver reserves room for that many units that may come; never waits
     */
    public Growth(LimitName limit, long unitAmount, long configured, LongConsumer holder, LongPredicate reserver) {
        this.limit = limit;
        this.unitAmount = unitAmount;
        this.configured = configured;
        this.holder = holder;
        this.reserver = reserver;
    }

    /** Counts that many more units if the limit allows it; remembers a refusal. At most 2^32 units. */
    public boolean allow(long more) {
        long wanted = (units + more) * unitAmount;
        if (wanted > configured) {
            refusedAmount = wanted;
            return false;
        }
        holder.accept(Math.max(reserved, units + more));
        units += more;
        return true;
    }

    /** Reserves room for that many units in all, if it is available at once and the limit allows that many. */
    public boolean reserve(long wanted) {
        if (wanted * unitAmount > configured || (wanted > units && !reserver.test(wanted))) {
            return false;
        }
        reserved = Math.max(reserved, wanted);
        return true;
    }

    /** The present amount, in the limit's unit. */
    public long amount() {
        return units * unitAmount;
    }

    /** The termination for a guest that cannot cope with a refusal. */
    public Optional<Termination.LimitReached> refusal() {
        return refusedAmount < 0
                ? Optional.empty()
                : Optional.of(new Termination.LimitReached(limit, configured, refusedAmount));
    }
}
