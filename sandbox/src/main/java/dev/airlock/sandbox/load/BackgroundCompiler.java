package dev.airlock.sandbox.load;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.admission.JvmShare;
import dev.airlock.sandbox.budget.HeldPermit;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.budget.Permit;
import dev.airlock.sandbox.call.EndHooks;
import dev.airlock.sandbox.engine.Program;
import dev.airlock.sandbox.thread.CallThreads;
import dev.airlock.sandbox.thread.LeakedThreads;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.time.StartedClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Compiles connectors that can already be called. It uses half of the processors at most and yields to everything else
 * that runs. A compilation has the limits of a load. One that fails is not a failure of the connector, which stays
 * interpreted. Thread-safe.
 *
 * <p>A compilation that waits, for its connector's first call or for memory, lets others go first. One that is
 * cancelled and does not stop holds its memory until it does, and nothing else: neither its connector nor anything that
 * the connector was given. Each compilation runs on a thread of its own, while another thread waits for it.
 */
public final class BackgroundCompiler implements AutoCloseable {
    private static final long STACK_BYTES = 64L << 20;
    private static final long IDLE_SECONDS = 5;

    /** The time after which a compilation that found no memory tries again. */
    private static final Duration MEMORY = Duration.ofMillis(50);

    private final JvmShare share;
    private final CallThreads threads;
    private final Consumer<Throwable> notCompiled;
    private final ScheduledThreadPoolExecutor turns;
    private final Set<Compiling> all = ConcurrentHashMap.newKeySet();

    public BackgroundCompiler(JvmShare share, CallThreads threads, Consumer<Throwable> notCompiled) {
        this.share = share;
        this.threads = threads;
        this.notCompiled = notCompiled;
        this.turns = new ScheduledThreadPoolExecutor(
                Math.max(1, Runtime.getRuntime().availableProcessors() / 2), BackgroundCompiler::newThread);
        turns.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        turns.allowCoreThreadTimeOut(true);
        turns.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /**
     * Compiles a connector when its turn comes.
     *
     * @param compiler makes the program within the budget; empty if the module cannot be compiled
     * @param demand how much heap that takes
     */
    void compile(Connector connector, Function<LoadBudget, Optional<Program>> compiler, Demand demand) {
        try (HeldPermit held = new HeldPermit(demand.held())) {
            Compiling compiling = new Compiling(connector, compiler, demand);
            all.add(compiling);
            compiling.begin(connector, held);
        }
    }

    /**
     * The heap that a compilation takes.
     *
     * @param heldBytes what is held for the module until it is compiled
     * @param bytes everything that is needed while it is compiled
     * @param held the permit for the bytes that are held
     */
    record Demand(long heldBytes, long bytes, Permit held) {}

    /**
     * Waits until each compilation that was requested until now is over, each for at most its limit {@code compile}. It does not matter
     * whether anything else still holds the connector.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public void await() throws InterruptedException {
        for (Compiling compiling : List.copyOf(all)) {
            boolean unused = compiling.schedule.await(compiling.limits.time(LimitName.COMPILE));
        }
    }

    /** Cancels the compilations that run and those that wait. */
    @Override
    public void close() {
        turns.shutdown();
        all.forEach(Compiling::giveUp);
    }

    /** One compilation. However it ends, it returns what is held for it. */
    private final class Compiling {
        private final String name;
        private final Limits limits;
        private final CompilationSchedule schedule;
        private final LeakedThreads leaked;
        private final Function<LoadBudget, Optional<Program>> compiler;
        private final Demand demand;
        private final LoadBudget budget;
        private final LoadAdmission admission;
        private final StartedClock clock = new StartedClock(Clock.SYSTEM);
        private final AtomicBoolean isDecided = new AtomicBoolean();
        private final CountDownLatch decidedOrDone = new CountDownLatch(1);
        private final EndHooks end = new EndHooks();

        /** What holds this from the connector, and the connector from this. */
        private final EndHooks ties = new EndHooks();

        private volatile Optional<Connector> connector;
        private boolean isWorking;

        Compiling(Connector connector, Function<LoadBudget, Optional<Program>> compiler, Demand demand) {
            this.name = connector.name();
            this.limits = connector.limits();
            this.schedule = connector.schedule();
            this.leaked = connector.leaked();
            this.connector = Optional.of(connector);
            this.compiler = compiler;
            this.demand = demand;
            this.budget = new LoadBudget(clock, limits.get(LimitName.COMPILE));
            this.admission = new LoadAdmission("compiling " + name, share, budget);
        }

        void begin(Connector connector, HeldPermit held) {
            end.add(admission::close);
            end.add(held.passOn()::close);
            end.add(schedule::isOver);
            end.add(() -> all.remove(this));
            end.add(this::letGo);
            ties.add(connector.onClose(this::giveUp));
            ties.add(schedule.whenDue(this::in, this::due));
        }

        /** Starts the time of its budget. Until now a first call went first. */
        private void due() {
            clock.start();
            takeTurn();
        }

        private void in(Duration delay, Runnable step) {
            try {
                ScheduledFuture<?> unused = turns.schedule(step, delay.toNanos(), TimeUnit.NANOSECONDS);
            } catch (RejectedExecutionException closed) {
                giveUp();
            }
        }

        private void takeTurn() {
            if (start()) {
                begun().ifPresent(this::await);
            }
        }

        /** Starts the work if there is memory for it now. */
        private Optional<CallThreads.Task> begun() {
            try {
                budget.check();
                requireRoom();
                if (admission.tryReserveMore(Math.max(0, demand.bytes() - demand.heldBytes()))) {
                    return Optional.of(threads.start("compile", STACK_BYTES, this::work));
                }
                if (stop()) {
                    in(MEMORY, this::takeTurn);
                } else {
                    end.run();
                }
            } catch (Throwable e) { // the connector runs without a compiled program, whatever the cause
                end.run();
                tell(e);
            }
            return Optional.empty();
        }

        private synchronized boolean start() {
            isWorking = !isDecided.get();
            return isWorking;
        }

        /** Lets others go first. Returns false if the compilation was cancelled meanwhile. */
        private synchronized boolean stop() {
            isWorking = false;
            return !isDecided.get();
        }

        private void requireRoom() {
            long most = Math.min(limits.get(LimitName.COMPILE_MEMORY), admission.mostBytes());
            if (demand.bytes() > most) {
                throw new IllegalStateException(
                        "compiling " + name + " takes " + demand.bytes() + " bytes and may take " + most);
            }
        }

        @SuppressWarnings("ThreadPriorityCheck") // a hint to the machine that nothing relies on
        private void work() {
            Thread.currentThread().setPriority(Thread.MIN_PRIORITY);
            try {
                admission.takeSlot();
                Optional<Program> program = compiler.apply(budget);
                Optional<Connector> takesIt = connector;
                if (isDecided.compareAndSet(false, true)) {
                    takesIt.ifPresent(taking -> program.ifPresent(taking::use));
                }
            } catch (Throwable e) { // the connector runs without a compiled program, whatever the cause
                tell(e);
            } finally {
                Thread.currentThread().setPriority(Thread.NORM_PRIORITY);
                end.run();
                decidedOrDone.countDown();
            }
        }

        /**
         * Waits until the work is over. If its time is over or it is cancelled, waits only long enough to see whether
         * it stops.
         */
        private void await(CallThreads.Task task) {
            try {
                if (!decidedOrDone.await(budget.remainingNanos(), TimeUnit.NANOSECONDS)) {
                    tell(budget.timeIsOver());
                    budget.cancel();
                    letGo();
                }
            } catch (InterruptedException e) { // these threads are never interrupted
                giveUp();
            }
            if (!task.bringBack()) {
                leaked.add(name, task);
                admission.giveSlotBack();
                schedule.isOver();
            }
        }

        /** Cancels the compilation. Called from any thread. */
        void giveUp() {
            boolean isIdle;
            synchronized (this) {
                isDecided.set(true);
                isIdle = !isWorking;
            }
            budget.cancel();
            letGo();
            decidedOrDone.countDown();
            if (isIdle) {
                end.run();
            }
        }

        /** Work that was given up may go on for a while, and what it knows must not stay in memory for as long. */
        private void letGo() {
            connector = Optional.empty();
            ties.run();
        }

        /** Reports why there is no program. Reports nothing after a cancellation, since nothing is wrong then. */
        private void tell(Throwable why) {
            if (isDecided.compareAndSet(false, true)) {
                notCompiled.accept(why);
            }
        }
    }

    private static Thread newThread(Runnable work) {
        Thread thread = new Thread(work, "airlock-compiling");
        thread.setDaemon(true);
        return thread;
    }
}
