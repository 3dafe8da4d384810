package dev.airlock.runtime;

import dev.airlock.runtime.audit.AuditLog;
import dev.airlock.runtime.audit.call.AuditedCalls;
import dev.airlock.runtime.audit.event.AuditTrail;
import dev.airlock.runtime.audit.event.WriteResult;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.key.ForeignKeyException;
import dev.airlock.runtime.audit.key.HeadKeeper;
import dev.airlock.runtime.audit.key.HeadKeepers;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.database.SharedDatabase;
import dev.airlock.runtime.files.Home;
import dev.airlock.runtime.files.HomeSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/** The audit log of a runtime, opened in parallel with everything else. Thread-safe. */
final class OpeningLog {
    private final CompletableFuture<Opened> opened;
    private final CompletableFuture<AuditedCalls> calls;

    private OpeningLog(CompletableFuture<Opened> opened, AirlockBuilder settings) {
        this.opened = opened;
        this.calls = opened.thenApply(log -> new AuditedCalls(log.trail(), settings.auditArguments));
    }

    /** The result of opening the log. */
    private sealed interface Opened {
        /** Returns the trail that takes the records. */
        AuditTrail trail();

        record Open(AuditLog log) implements Opened {
            @Override
            public AuditTrail trail() {
                return log;
            }
        }

        /** The log's key cannot be read or created. */
        record Closed(IOException why) implements Opened {
            @Override
            public AuditTrail trail() {
                return AuditTrail.unavailable(WriteResult.Unrecorded.withoutKey(why));
            }
        }

        /** The settings want no log. */
        record None() implements Opened {
            @Override
            public AuditTrail trail() {
                return AuditTrail.none();
            }
        }
    }

    /** Opens the log of the settings; if they want none, returns one that keeps nothing. */
    static OpeningLog of(AirlockBuilder settings) {
        return new OpeningLog(
                settings.recorded
                        ? CompletableFuture.supplyAsync(() -> opened(settings), OpeningLog::beside)
                        : CompletableFuture.completedFuture(new Opened.None()),
                settings);
    }

    private static Opened opened(AirlockBuilder settings) {
        try {
            return new Opened.Open(AuditLog.builder(store(settings), key(settings))
                    .bound(settings.auditBound)
                    .heads(heads(settings))
                    .build());
        } catch (IOException e) {
            return new Opened.Closed(e);
        }
    }

    private static List<HeadKeeper> heads(AirlockBuilder settings) throws IOException {
        List<HeadKeeper> keepers = new ArrayList<>(settings.auditHeads);
        if (settings.home.isPresent()) {
            keepers.addAll(HeadKeepers.of(HomeSettings.of(settings.home.get())));
        }
        return keepers;
    }

    private static AuditStore store(AirlockBuilder settings) {
        return settings.audit
                .or(() -> settings.database.map(SharedDatabase::audit))
                .or(() -> settings.home.map(home -> AuditStore.sqlite(home.auditLog())))
                .orElseGet(AuditStore::inMemory);
    }

    private static CheckpointKey key(AirlockBuilder settings) throws IOException {
        Optional<Home> home = settings.home;
        if (settings.auditKey.isPresent()) {
            return settings.auditKey.get();
        }
        return home.isPresent() ? CheckpointKey.at(home.get().auditKey()) : CheckpointKey.ephemeral();
    }

    /**
     * Waits until the log is open.
     *
     * @throws IOException if its key cannot be read or created, or it belongs to another key
     */
    void await() throws IOException {
        Opened known = joined(opened);
        if (known instanceof Opened.Closed closed) {
            throw closed.why();
        }
        if (known instanceof Opened.Open open) {
            requireOwnKey(open.log());
        }
    }

    private static void requireOwnKey(AuditLog log) throws IOException {
        try {
            log.requireOwnKey();
        } catch (ForeignKeyException e) {
            throw new IOException(e.getMessage() + " " + e.remedy() + ".", e);
        }
    }

    /**
     * Returns the log.
     *
     * @throws IllegalStateException if there is none, or it could not be opened
     */
    AuditLog log() {
        Opened known = joined(opened);
        if (known instanceof Opened.Open open) {
            return open.log();
        }
        if (known instanceof Opened.Closed closed) {
            throw new IllegalStateException("the audit log could not be opened", closed.why());
        }
        throw new IllegalStateException("this Airlock keeps no audit log");
    }

    /** Returns the recorder of calls. It refuses calls if the log could not be opened. */
    AuditedCalls calls() {
        return joined(calls);
    }

    /** Waits for a future, and rethrows the fault that broke it. */
    private static <T> T joined(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException fault) {
                throw fault;
            }
            if (e.getCause() instanceof Error fault) {
                throw fault;
            }
            throw e;
        }
    }

    /** Uses the recorder of calls in parallel with other work. */
    <T> CompletableFuture<T> meanwhile(Function<AuditedCalls, T> use) {
        return calls.thenApplyAsync(use, OpeningLog::beside);
    }

    /** Runs a task on a thread of its own, since waiting for a store would block the JVM's common pool. */
    private static void beside(Runnable task) {
        Thread thread = new Thread(task, "airlock-record");
        thread.setDaemon(true);
        thread.start();
    }

    /** Waits until the log is open, writes pending records, and closes it. */
    void close(Duration within) {
        Opened known = opened.exceptionally(neverOpened -> new Opened.None()).join();
        if (known instanceof Opened.Open open) {
            open.log().close(within);
        }
    }
}
