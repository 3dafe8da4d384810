package dev.airlock.sandbox.call;

import dev.airlock.failures.Cause;
import dev.airlock.failures.LimitName;
import dev.airlock.failures.WaitedFor;
import dev.airlock.sandbox.load.Deadline;
import dev.airlock.sandbox.load.Slots;
import dev.airlock.sandbox.time.Clock;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One call while it runs: its deadline, its fuel, its cancellation, and the first ending that the host decided on.
 *
 * <p>Everything that can wait waits through this scope, so that the deadline and a cancellation reach it without a
 * thread being interrupted. {@link #end}, {@link #expire} and {@link #cancel} may be called from any thread; the rest
 * belongs to the call's own thread.
 */
public final class CallScope implements Deadline {
    private static final long STANDARD_STACK_BYTES = 1 << 20;

    private final Clock clock;
    private final long startNanos;
    private final long wallMillis;
    private final AtomicReference<Ending.@Nullable ByHost> ending = new AtomicReference<>();
    private final EndHooks hooks = new EndHooks();
    private final Evidence evidence = new Evidence();
    private final Traffic traffic = new Traffic();
    private final TimeSpent time;
    private final FuelMeter fuel;
    private final long stackBytes;
    private final Slots documents;
    private final CallMemory memory = new CallMemory(this);
    private final AtomicReference<@Nullable Supplier<Ending.ByHost>> atDeadline = new AtomicReference<>();
    private Gauges gauges = new Gauges();
    private Optional<FuelProfile> profile = Optional.empty();

    /** A call that starts now, with the stack that holds where nobody asks for another, and with documents of its own. */
    public CallScope(Clock clock, long wallMillis, long fuelUnits) {
        this(clock, wallMillis, fuelUnits, new Slots(1));
    }

    /** The same with another stack. */
    public CallScope(Clock clock, long wallMillis, long fuelUnits, long stackBytes) {
        this(clock, wallMillis, fuelUnits, stackBytes, new Slots(1));
    }

    /** The same, which shares slots for large documents with others. */
    public CallScope(Clock clock, long wallMillis, long fuelUnits, Slots documents) {
        this(clock, wallMillis, fuelUnits, STANDARD_STACK_BYTES, documents);
    }

    /**
     * A call that starts now.
     *
     * @param clock {@link Clock#SYSTEM} outside tests
     * @param wallMillis how long the call may take, in milliseconds, at least 1
     * @param fuelUnits how much fuel it may use, at least 1
     * @param stackBytes how much stack its guest may use, by the published rule, in bytes, at least 1
     * @param documents slots for large documents, which calls share
     */
    public CallScope(Clock clock, long wallMillis, long fuelUnits, long stackBytes, Slots documents) {
        this.clock = clock;
        this.startNanos = clock.monotonicNanos();
        this.time = new TimeSpent(clock);
        this.wallMillis = wallMillis;
        this.stackBytes = stackBytes;
        this.documents = documents;
        this.fuel = new FuelMeter(this, fuelUnits);
        this.gauges.start(this, 0, stackBytes);
    }

    /** The call's fuel. */
    public FuelMeter fuel() {
        return fuel;
    }

    /** Has a profile be made of the call, if its code is interpreted; before it begins. */
    public void profileIn(FuelProfile made) {
        profile = Optional.of(made);
    }

    /** The profile that is made of the call. */
    public Optional<FuelProfile> profile() {
        return profile;
    }

    /** The numbers that the guest's every step is held against. */
    public Gauges gauges() {
        return gauges;
    }

    /** From now on the numbers are kept in that object. */
    public void moveGaugesTo(Gauges other) {
        other.start(this, gauges.fuelLeft(), gauges.stackLeft());
        gauges = other;
    }

    /** Ends the call because the guest's frames take more than they may; returns what to throw. */
    public CallEnded stackIsUsedUp() {
        return end(new Ending.LimitReached(LimitName.STACK, stackBytes, stackBytes - Math.min(0, gauges.stackLeft())));
    }

    /** What the host saw of the outside world. */
    public Evidence evidence() {
        return evidence;
    }

    /** How much went to and fro. */
    public Traffic traffic() {
        return traffic;
    }

    /** Slots for large documents, for which calls wait on one another. */
    public Slots documents() {
        return documents;
    }

    /** What it takes of the heap; without bounds until it is {@linkplain CallMemory#drawOn told} where that comes from. */
    public CallMemory memory() {
        return memory;
    }

    /** Where its time goes. */
    public TimeSpent time() {
        return time;
    }

    /** Nanoseconds since the call started. */
    public long elapsedNanos() {
        return clock.monotonicNanos() - startNanos;
    }

    /** Nanoseconds until the deadline; zero or less when it has passed. */
    @Override
    public long remainingNanos() {
        return TimeUnit.MILLISECONDS.toNanos(wallMillis) - elapsedNanos();
    }

    /** Goes on if the call may, and throws {@link CallEnded} if it has ended or its deadline has passed. */
    @Override
    public void check() {
        if (remainingNanos() <= 0) {
            expire();
        }
        Ending.ByHost already = ending.get();
        if (already != null) {
            throw new CallEnded(already);
        }
    }

    /**
     * Ends the call. The first ending counts: a later one changes nothing.
     *
     * @return what to throw, carrying the ending that counts
     */
    public CallEnded end(Ending.ByHost how) {
        Ending.ByHost counts = ending.compareAndSet(null, how) ? how : ending.get();
        hooks.run();
        return new CallEnded(Objects.requireNonNull(counts));
    }

    /** Ends the call at its deadline: as one whose host was busy, if it waits for memory. */
    public void expire() {
        Supplier<Ending.ByHost> other = atDeadline.get();
        end(
                other != null
                        ? other.get()
                        : new Ending.LimitReached(
                                LimitName.WALL_TIME,
                                wallMillis,
                                Math.max(wallMillis, TimeUnit.NANOSECONDS.toMillis(elapsedNanos())),
                                time.spent()));
    }

    /**
     * The call waits for memory from now on.
     *
     * @param busy what is to be said if it waits in vain, for so many milliseconds
     * @return what says that it has got it, or waits no longer
     */
    public Runnable waitingForMemory(LongFunction<Cause.HostBusy> busy) {
        Runnable back = time.waitingFor(WaitedFor.MEMORY);
        atDeadline.set(() -> waitedInVain(busy));
        return () -> {
            atDeadline.set(null);
            back.run();
        };
    }

    private Ending.HostBusy waitedInVain(LongFunction<Cause.HostBusy> busy) {
        return new Ending.HostBusy(busy.apply(time.waitedMillis(WaitedFor.MEMORY)));
    }

    /** Waits for so many bytes more, on the call's own thread. */
    void waitForMemory(MemorySource source, long bytes, Runnable beat) {
        Runnable done = waitingForMemory(source::busy);
        try {
            source.take(bytes, new Beating(this, beat));
        } catch (MemorySource.NeverEnoughException e) {
            throw end(waitedInVain(source::busy));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw end(new Ending.Cancelled());
        } finally {
            done.run();
        }
    }

    /** The call's deadline for what waits and has something to do every moment. */
    private record Beating(CallScope scope, Runnable beat) implements Deadline {
        private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

        @Override
        public long remainingNanos() {
            return Math.min(MOMENT_NANOS, scope.remainingNanos());
        }

        @Override
        public void check() {
            scope.check();
            beat.run();
        }

        @Override
        public Runnable onEnd(Runnable action) {
            return scope.onEnd(action);
        }
    }

    /** Ends the call because its caller asked for it. */
    public void cancel() {
        end(new Ending.Cancelled());
    }

    /** The ending that the host decided on, if it has. */
    public Optional<Ending.ByHost> hostEnding() {
        return Optional.ofNullable(ending.get());
    }

    /**
     * Sleeps for that long, or until the call ends, whichever comes first; throws {@link CallEnded} in the second case.
     */
    public void sleep(long nanos) {
        long deadline = remainingNanos();
        try {
            sleepAtMost(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            cancel();
        }
        if (nanos > deadline) {
            expire();
        }
        check();
    }

    /**
     * Has an action run when the call ends (at once if it has ended), at most once: to break off a blocking operation
     * from outside. The action is quick and does not throw.
     *
     * @return what takes the action back when the operation is over
     */
    @Override
    public Runnable onEnd(Runnable action) {
        return hooks.add(action);
    }
}
