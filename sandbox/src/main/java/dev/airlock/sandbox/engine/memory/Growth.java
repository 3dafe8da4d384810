package dev.airlock.sandbox.engine.memory;

import dev.airlock.failures.LimitName;
import dev.airlock.sandbox.call.Ending;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;

/**
 * How far something of one instance has grown, all of its parts together, and whether the limit ever refused a growth.
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
     * @param unitAmount how much of the limit's unit one unit takes: a page of memory is 65,536 bytes
     * @param configured the limit in its unit
     */
    public Growth(LimitName limit, long unitAmount, long configured) {
        this(limit, unitAmount, configured, units -> {}, units -> true);
    }

    /**
     * The same.
     *
     * @param holder is told of how many units there are to be, before there are; may wait, and throw if there is no memory for them
     * @param reserver is asked for room for so many units that may come to be; never waits
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

    /** Takes room for so many units in all, if there is some at once and the limit allows so many. */
    public boolean reserve(long wanted) {
        if (wanted * unitAmount > configured || (wanted > units && !reserver.test(wanted))) {
            return false;
        }
        reserved = Math.max(reserved, wanted);
        return true;
    }

    /** How much there is now, in the limit's unit. */
    public long amount() {
        return units * unitAmount;
    }

    /** The ending that a refusal amounts to if the guest cannot cope with it. */
    public Optional<Ending.LimitReached> refusal() {
        return refusedAmount < 0
                ? Optional.empty()
                : Optional.of(new Ending.LimitReached(limit, configured, refusedAmount));
    }
}
