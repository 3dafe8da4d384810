package dev.airlock.sandbox.call;

import dev.airlock.failures.Cause;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.limit.WaitedFor;
import dev.airlock.sandbox.budget.ConcurrencyLimiter;
import dev.airlock.sandbox.budget.Deadline;
import dev.airlock.sandbox.evidence.Evidence;
import dev.airlock.sandbox.time.Clock;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A running call: its deadline, its fuel, its cancellation, and the first termination that the host decided on.
 *
 * <p>Everything that can wait waits through this scope, so that the deadline and a cancellation reach it without an
 * interruption of the thread. {@link #end}, {@link #expire} and {@link #cancel} may be called from any thread; the rest
 * belongs to the call's own thread.
 */
public final class CallScope implements Deadline {
    private static final long STANDARD_STACK_BYTES = 1 << 20;

    private final Clock clock;
    private final long startNanos;
    private final long wallMillis;
    private final AtomicReference<Termination.@Nullable ByHost> termination = new AtomicReference<>();
    private final EndHooks hooks = new EndHooks();
    private final Evidence evidence = new Evidence();
    private final Traffic traffic = new Traffic();
    private final TimeSpent time;
    private final FuelMeter fuel;
    private final long stackBytes;
    private final ConcurrencyLimiter documents;
    private final CallMemory memory = new CallMemory(this);
    private final AtomicReference<@Nullable Supplier<Termination.ByHost>> atDeadline = new AtomicReference<>();
    private MeterCounters counters = new MeterCounters();
    private Optional<FuelProfile> profile = Optional.empty();

    /** Starts a call with the default stack and with a document limiter of its own. */
    public CallScope(Clock clock, long wallMillis, long fuelUnits) {
        this(clock, wallMillis, fuelUnits, new ConcurrencyLimiter(1));
    }

    /** Starts a call with another stack. */
    public CallScope(Clock clock, long wallMillis, long fuelUnits, long stackBytes) {
        this(clock, wallMillis, fuelUnits, stackBytes, new ConcurrencyLimiter(1));
    }

    /** Starts a call that shares the limiter for large documents with others. */
    public CallScope(Clock clock, long wallMillis, long fuelUnits, ConcurrencyLimiter documents) {
        this(clock, wallMillis, fuelUnits, STANDARD_STACK_BYTES, documents);
    }

    /**
     * Starts a call.
     *
     * @param clock {@link Clock#SYSTEM} outside tests
     * @param wallMillis how long the call may take, in milliseconds, at least 1
     * @param fuelUnits how much fuel it may use, at least 1
     * @param stackBytes how much stack its guest may use, by the published rule, in bytes, at least 1
     * @param documents the limiter for large documents, which calls share
     */
    public CallScope(Clock clock, long wallMillis, long fuelUnits, long stackBytes, ConcurrencyLimiter documents) {
        this.clock = clock;
        this.startNanos = clock.monotonicNanos();
        this.time = new TimeSpent(clock);
        this.wallMillis = wallMillis;
        this.stackBytes = stackBytes;
        this.documents = documents;
        this.fuel = new FuelMeter(this, fuelUnits);
        this.counters.start(this, 0, stackBytes);
    }

    /** The call's fuel. */
    public FuelMeter fuel() {
        return fuel;
    }

    /** Makes a profile of the call if its code is interpreted. Called before the call begins. */
    public void profileIn(FuelProfile made) {
        profile = Optional.of(made);
    }

    /** The profile of the call, if one is made. */
    public Optional<FuelProfile> profile() {
        return profile;
    }

    /** The counters against which every step of the guest is checked. */
    public MeterCounters counters() {
        return counters;
    }

    /** Keeps the counters in that object from now on. */
    public void moveCountersTo(MeterCounters other) {
        other.start(this, counters.fuelLeft(), counters.stackLeft());
        counters = other;
    }

    /** Ends the call because the guest's frames take more than they may. Returns the exception to throw. */
    public CallEnded stackIsUsedUp() {
        return end(new Termination.LimitReached(
                LimitName.STACK, stackBytes, stackBytes - Math.min(0, counters.stackLeft())));
    }

    /** The evidence that the host has of the outside world. */
    public Evidence evidence() {
        return evidence;
    }

    /** The counts of the call's traffic. */
    public Traffic traffic() {
        return traffic;
    }

    /** The limiter for large documents, which calls share. */
    public ConcurrencyLimiter documents() {
        return documents;
    }

    /** The heap of the call; unbounded until {@link CallMemory#drawOn} names its source. */
    public CallMemory memory() {
        return memory;
    }

    /** How the call spends its time. */
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

    /**
     * Checks that the call may go on.
     *
     * @throws CallEnded if it has ended or its deadline has passed
     */
    @Override
    public void check() {
        if (remainingNanos() <= 0) {
            expire();
        }
        Termination.ByHost already = termination.get();
        if (already != null) {
            throw new CallEnded(already);
        }
    }

    /**
     * Ends the call. The first termination counts; a later one changes nothing.
     *
     * @return the exception to throw, which carries the termination that counts
     */
    public CallEnded end(Termination.ByHost how) {
        Termination.ByHost counts = termination.compareAndSet(null, how) ? how : termination.get();
        hooks.run();
        return new CallEnded(Objects.requireNonNull(counts));
    }

    /** Ends the call at its deadline. If it waits for memory, the termination says that the host was busy. */
    public void expire() {
        Supplier<Termination.ByHost> other = atDeadline.get();
        end(
                other != null
                        ? other.get()
                        : new Termination.LimitReached(
                                LimitName.WALL_TIME,
                                wallMillis,
                                Math.max(wallMillis, TimeUnit.NANOSECONDS.toMillis(elapsedNanos())),
                                time.spent()));
    }

    /**
     * Records that the call waits for memory from now on.
     *
     * @param busy makes the report if it waits in vain, from the milliseconds that it waited
     * @return the action that ends the wait
     */
    public Runnable waitingForMemory(LongFunction<Cause.HostBusy> busy) {
        Runnable back = time.waitingFor(WaitedFor.MEMORY);
        atDeadline.set(() -> waitedInVain(busy));
        return () -> {
            atDeadline.set(null);
            back.run();
        };
    }

    private Termination.HostBusy waitedInVain(LongFunction<Cause.HostBusy> busy) {
        return new Termination.HostBusy(busy.apply(time.waitedMillis(WaitedFor.MEMORY)));
    }

    /** Waits for that many bytes more, on the call's own thread. */
    void waitForMemory(MemorySource source, long bytes, Runnable beat) {
        Runnable done = waitingForMemory(source::busy);
        try {
            source.take(bytes, new Beating(this, beat));
        } catch (MemorySource.NeverEnoughException e) {
            throw end(waitedInVain(source::busy));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw end(new Termination.Cancelled());
        } finally {
            done.run();
        }
    }

    /** The call's deadline for a wait that runs an action every moment. */
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
        end(new Termination.Cancelled());
    }

    /** The termination that the host decided on, if there is one. */
    public Optional<Termination.ByHost> hostTermination() {
        return Optional.ofNullable(termination.get());
    }

    /**
     * Sleeps for that long, or until the call ends, whichever comes first.
     *
     * @throws CallEnded if the call ends first
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
     * Runs an action when the call ends (at once if it has ended), at most once, to break off a blocking operation from
     * outside. The action is quick and does not throw.
     *
     * @return an action that removes it when the operation is over
     */
    @Override
    public Runnable onEnd(Runnable action) {
        return hooks.add(action);
    }
}
