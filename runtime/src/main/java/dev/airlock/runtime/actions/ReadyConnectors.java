package dev.airlock.runtime.actions;

import dev.airlock.failures.Failure;
import dev.airlock.runtime.actions.source.PinnedConnector;
import dev.airlock.runtime.actions.step.ReadyConnector;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.load.LoadResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/** Loads each connector once and keeps it. Thread-safe. */
final class ReadyConnectors implements AutoCloseable {
    private final Sandbox sandbox;
    private final Function<PinnedConnector, LoadOptions> options;
    private final RunnerListener listener;
    private final Map<String, Slot> slots = new ConcurrentHashMap<>();
    private final List<ReadyConnector> all = new ArrayList<>();
    private boolean closed;

    ReadyConnectors(Sandbox sandbox, Function<PinnedConnector, LoadOptions> options, RunnerListener listener) {
        this.sandbox = sandbox;
        this.options = options;
        this.listener = listener;
    }

    /** The result of loading a connector. */
    sealed interface Loading {
        /** The connector can be called. */
        record Ready(ReadyConnector connector) implements Loading {}

        /** The connector cannot be called. Says how long it took to find out, in milliseconds. */
        record Refused(Failure failure, long millis) implements Loading {}

        /** The caller cancelled the wait. */
        record Cancelled() implements Loading {}
    }

    /** Returns the connector. An interruption of the calling thread counts as a cancellation; the interrupt flag stays set. */
    Loading get(PinnedConnector pinned, Cancellation cancellation) {
        Slot slot = slots.computeIfAbsent(pinned.key(), key -> new Slot());
        Optional<ReadyConnector> ready = slot.ready;
        return ready.isPresent()
                ? new Loading.Ready(ready.get())
                : awaited(new FutureTask<>(() -> slot.load(pinned)), cancellation);
    }

    /** Waits for a load on a thread of its own, so that ending the load affects nothing else that the caller does. */
    private static Loading awaited(FutureTask<Loading> load, Cancellation cancellation) {
        Runnable takeBack = cancellation.onCancel(() -> load.cancel(true));
        Thread thread = new Thread(load, "airlock-load");
        thread.setDaemon(true);
        thread.start();
        try {
            return load.get();
        } catch (CancellationException e) {
            return new Loading.Cancelled();
        } catch (InterruptedException e) {
            load.cancel(true);
            Thread.currentThread().interrupt();
            return new Loading.Cancelled();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a load broke down", e.getCause());
        } finally {
            takeBack.run();
        }
    }

    private final class Slot {
        private final ReentrantLock lock = new ReentrantLock();
        private volatile Optional<ReadyConnector> ready = Optional.empty();

        Loading load(PinnedConnector pinned) throws InterruptedException {
            lock.lockInterruptibly();
            try {
                if (ready.isPresent()) {
                    return new Loading.Ready(ready.get());
                }
                LoadOptions own = options.apply(pinned);
                LoadResult result =
                        sandbox.load(pinned.manifest(), pinned.files().module(), own);
                return result.match(
                        loaded -> kept(new ReadyConnector(pinned, loaded.connector(), own), own),
                        refused -> refused(pinned, refused),
                        cancelled -> new Loading.Cancelled());
            } finally {
                lock.unlock();
            }
        }

        private Loading kept(ReadyConnector connector, LoadOptions own) {
            keep(connector);
            ready = Optional.of(connector);
            listener.loaded(new RunnerListener.Ready(connector.pinned(), connector.loaded(), own, connector.shapes()));
            return new Loading.Ready(connector);
        }
    }

    private Loading refused(PinnedConnector pinned, LoadResult.Refused refused) {
        listener.notLoaded(pinned.recorded(), refused.failure());
        return new Loading.Refused(refused.failure(), refused.loadMillis());
    }

    private synchronized void keep(ReadyConnector connector) {
        all.add(connector);
        if (closed) {
            connector.loaded().close();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        all.forEach(connector -> connector.loaded().close());
    }
}
