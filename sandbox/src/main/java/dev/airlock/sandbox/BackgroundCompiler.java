package dev.airlock.sandbox;

import dev.airlock.failures.LimitName;
import dev.airlock.sandbox.admission.JvmShare;
import dev.airlock.sandbox.engine.PreparedModule;
import dev.airlock.sandbox.load.LoadBudget;
import dev.airlock.sandbox.load.Permit;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Compiles connectors that are already being called, on half of the processors at most and behind everything else that runs.
 * A compilation has the limits of a load; what it does not manage is no failure: the connector stays interpreted. Thread-safe.
 */
final class BackgroundCompiler implements AutoCloseable {
    private static final long STACK_BYTES = 64L << 20;
    private static final long IDLE_SECONDS = 5;

    /** How long a connector that was just loaded has until its first call begins, for the call to be let go first. */
    private static final long FIRST_CALL_BEGINS_MILLIS = 100;

    /** How long a first call is let go first. */
    private static final long FIRST_CALL_MILLIS = 2_000;

    private final JvmShare share;
    private final Consumer<Throwable> notCompiled;
    private final ThreadPoolExecutor threads;
    private final AtomicLong count = new AtomicLong();
    private final Set<LoadBudget> underWay = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    BackgroundCompiler(JvmShare share, Consumer<Throwable> notCompiled) {
        this.share = share;
        this.notCompiled = notCompiled;
        int most = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        this.threads = new ThreadPoolExecutor(
                most, most, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), this::newThread);
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Compiles a connector when it is its turn.
     *
     * @param demand how much heap that takes
     */
    void compile(Connector connector, PreparedModule module, Demand demand) {
        Task task = new Task(connector, module, demand);
        try {
            threads.execute(task);
        } catch (RejectedExecutionException closed) {
            task.end();
        }
    }

    /**
     * How much heap a compilation takes.
     *
     * @param heldBytes what is held for the module already, until it is compiled
     * @param bytes all that is needed while it is
     * @param held what is held
     */
    record Demand(long heldBytes, long bytes, Permit held) {}

    /** One compilation, under way or waiting; what is held for it is given back however it ends. */
    private final class Task implements Runnable {
        private final Connector connector;
        private final PreparedModule module;
        private final Demand demand;

        Task(Connector connector, PreparedModule module, Demand demand) {
            this.connector = connector;
            this.module = module;
            this.demand = demand;
        }

        @Override
        public void run() {
            try {
                compileNow(connector, module, demand);
            } finally {
                end();
            }
        }

        void end() {
            demand.held().close();
            connector.compilationIsOver();
        }
    }

    /** Gives up what is under way and what waits. */
    @Override
    public void close() {
        closed = true;
        threads.shutdownNow().forEach(waiting -> ((Task) waiting).end());
        underWay.forEach(LoadBudget::cancel);
    }

    private void compileNow(Connector connector, PreparedModule module, Demand demand) {
        letTheFirstCallGo(connector);
        LoadBudget budget = new LoadBudget(System::nanoTime, connector.limits().get(LimitName.COMPILE));
        underWay.add(budget);
        if (closed) {
            budget.cancel();
        }
        Runnable forget = connector.onClose(budget::cancel);
        try (LoadAdmission admission = new LoadAdmission("compiling " + connector.name(), share, budget)) {
            requireRoom(connector, demand.bytes(), admission);
            admission.reserveMore(Math.max(0, demand.bytes() - demand.heldBytes()));
            admission.takeSlot();
            module.compiled(budget).ifPresent(connector::use);
        } catch (Throwable e) { // whatever it is, the connector runs without
            if (!budget.isCancelled()) { // else it was given up: nothing is wrong, and nobody waits to hear of it
                notCompiled.accept(e);
            }
        } finally {
            forget.run();
            underWay.remove(budget);
        }
    }

    /** Compiling takes a processor that the JIT and the call could use, and somebody waits for the call. */
    private static void letTheFirstCallGo(Connector connector) {
        try {
            connector.awaitFirstCall(FIRST_CALL_BEGINS_MILLIS, FIRST_CALL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the sandbox is closed, and the first look at the budget says so
        }
    }

    private static void requireRoom(Connector connector, long demandBytes, LoadAdmission admission) {
        long most = Math.min(connector.limits().get(LimitName.COMPILE_MEMORY), admission.mostBytes());
        if (demandBytes > most) {
            throw new IllegalStateException(
                    "compiling " + connector.name() + " takes " + demandBytes + " bytes and may take " + most);
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // a hint to the machine that nothing relies on
    private Thread newThread(Runnable work) {
        Thread thread = new Thread(null, work, "airlock-compile-" + count.incrementAndGet(), STACK_BYTES);
        thread.setDaemon(true);
        thread.setPriority(Thread.MIN_PRIORITY);
        return thread;
    }
}
