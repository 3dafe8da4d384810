package dev.airlock.sandbox;

import dev.airlock.failures.Failure;
import dev.airlock.failures.ForeignText;
import dev.airlock.failures.LimitName;
import dev.airlock.failures.Redactor;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.admission.MemoryBudget;
import dev.airlock.sandbox.boundary.CallBoundary;
import dev.airlock.sandbox.boundary.Conclusion;
import dev.airlock.sandbox.boundary.Scene;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Ending;
import dev.airlock.sandbox.engine.Run;
import dev.airlock.sandbox.engine.RunLimits;
import dev.airlock.sandbox.host.HostEnvironment;
import dev.airlock.sandbox.host.HostFunctions;
import dev.airlock.sandbox.link.HostFunction;
import dev.airlock.sandbox.wasi.GuestClock;
import dev.airlock.sandbox.wasi.GuestRandom;
import dev.airlock.sandbox.wasi.StandardStreams;
import dev.airlock.sandbox.wasi.Wasi;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One call, from its thread's start to its outcome. Used once. */
final class Invocation {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Connector connector;
    private final Call call;
    private final Limits limits;
    private final byte[] stdin;
    private final CallScope scope;
    private final StandardStreams streams;
    private final Wasi wasi;
    private final HostFunctions host;
    private final HostCalls hostCalls;
    private volatile @Nullable Run run;
    private volatile long cpuNanos;
    private long waitNanos;

    Invocation(Connector connector, Call call, HostEnvironment environment, GuestClock clock, GuestRandom random) {
        this.connector = connector;
        this.call = call;
        this.limits = connector.limits();
        this.scope = new CallScope(
                System::nanoTime,
                limits.get(LimitName.WALL_TIME),
                limits.get(LimitName.FUEL),
                limits.get(LimitName.STACK));
        this.stdin = CallDocument.of(call);
        this.streams = new StandardStreams(scope, stdin, limits.get(LimitName.STDOUT), limits.get(LimitName.STDERR));
        this.wasi = new Wasi(scope, streams, clock, random);
        this.host = HostFunctions.forCall(environment, scope, line -> {});
        this.hostCalls = new HostCalls(scope, limits.get(LimitName.HOST_CALLS));
    }

    Outcome run(CallThreads threads, Deadlines deadlines, MemoryBudget budget, CallBoundary boundary) {
        Runnable forget = call.cancellation().onCancel(scope::cancel);
        Future<?> watch = deadlines.watch(scope);
        endBeforeItStarts();
        try {
            if (scope.hostEnding().isPresent()) {
                return outcome(boundary, Optional.empty());
            }
            Optional<Runnable> memory = reserve(budget);
            return memory.isPresent()
                    ? runAdmitted(threads, boundary, memory.get())
                    : outcome(boundary, Optional.empty());
        } finally {
            watch.cancel(false);
            forget.run();
        }
    }

    /** Waits for the call's memory; empty if the call ended before it got any. */
    private Optional<Runnable> reserve(MemoryBudget budget) {
        long start = scope.elapsedNanos();
        try {
            return Optional.of(budget.reserve(connector.name(), connector.demandBytes(), scope));
        } catch (CallEnded e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            scope.cancel();
            return Optional.empty();
        } finally {
            waitNanos = scope.elapsedNanos() - start;
        }
    }

    /** What a thread holds that does not come back is given back when it does after all. */
    private Outcome runAdmitted(CallThreads threads, CallBoundary boundary, Runnable giveBack) {
        long stack = connector.program().threadStackBytes(limits.get(LimitName.STACK));
        CallThreads.Task task;
        try {
            task = threads.start("call", stack, this::runGuest);
        } catch (OutOfMemoryError noThread) {
            giveBack.run();
            scope.end(new Ending.HostFault(noThread));
            return outcome(boundary, Optional.empty());
        }
        if (!await(task)) {
            connector.countLeakedThread();
            task.whenDone(() -> {
                connector.takeBackLeakedThread();
                giveBack.run();
            });
            return outcome(boundary, Optional.empty());
        }
        try {
            return concluded(boundary);
        } finally {
            giveBack.run();
        }
    }

    /** Reading what the guest wrote takes memory that the guest sized, so running out of it is the guest's limit. */
    private Outcome concluded(CallBoundary boundary) {
        Optional<Run> finished = Optional.ofNullable(run);
        try {
            return outcome(boundary, finished);
        } catch (OutOfMemoryError e) {
            long memory = limits.get(LimitName.MEMORY);
            Ending ending = new Ending.LimitReached(LimitName.MEMORY, memory, memory);
            return outcome(boundary, finished.map(ended -> new Run(ending, Optional.empty(), ended.memoryPeakBytes())));
        }
    }

    /** Ends a call that its caller does not want any more, or whose arguments are too long. */
    private void endBeforeItStarts() {
        long stdinLimit = limits.get(LimitName.STDIN);
        if (Thread.currentThread().isInterrupted()) {
            scope.cancel();
        } else if (stdin.length > stdinLimit) {
            scope.end(new Ending.LimitReached(LimitName.STDIN, stdinLimit, stdin.length));
        }
    }

    /** On the call's own thread. */
    private void runGuest() {
        long start = THREADS.getCurrentThreadCpuTime();
        try {
            run = connector
                    .program()
                    .run(
                            scope,
                            imports(),
                            new RunLimits(
                                    limits.get(LimitName.MEMORY),
                                    limits.get(LimitName.TABLE),
                                    limits.get(LimitName.STACK)));
        } catch (Throwable e) {
            scope.end(new Ending.HostFault(e));
        } finally {
            cpuNanos = THREADS.getCurrentThreadCpuTime() - start;
        }
    }

    /** What the module imports, in its order. */
    private List<HostFunction> imports() {
        return connector.imports().stream()
                .map(this::supplied)
                .map(hostCalls::counted)
                .toList();
    }

    private HostFunction supplied(Import wanted) {
        return wanted.supply() instanceof Import.Supply.Declared declared
                ? host.function(wanted.module(), declared.entry())
                : wasi.function(wanted.name());
    }

    /** Waits for the guest's thread, until the deadline and a moment longer; false if it does not come back. */
    private boolean await(CallThreads.Task task) {
        try {
            if (task.await(Math.max(0, scope.remainingNanos()))) {
                return true;
            }
            scope.expire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            scope.cancel();
        }
        return task.bringBack();
    }

    private Outcome outcome(CallBoundary boundary, Optional<Run> finished) {
        Ending ending = finished.map(Run::ending)
                .or(() -> scope.hostEnding().map(Ending.class::cast))
                .orElseGet(() -> new Ending.HostFault(new IllegalStateException("the call ended without an ending")));
        Redactor redactor = finished.isPresent() ? host.redactor() : Redactor.ofNothing();
        boolean endedByItself = finished.isPresent() && ending instanceof Ending.ByGuest;
        Conclusion conclusion = boundary.conclude(new Scene(
                connector.name(),
                call.auditId(),
                ending,
                finished.flatMap(Run::refusedGrowth),
                endedByItself ? redactor.redact(streams.stdout()) : new byte[0],
                finished.isPresent() ? redactor.redact(streams.stderrEnd()) : "",
                scope.evidence()));
        Usage usage = usage(finished);
        Transcript transcript = finished.isPresent() ? transcript(redactor) : Transcript.EMPTY;
        if (conclusion instanceof Conclusion.Success success) {
            return new Outcome.Succeeded(success.output(), success.errors(), usage, transcript);
        }
        if (conclusion instanceof Conclusion.Failed failed) {
            Failure failure = failed.failure().redactedBy(redactor);
            return new Outcome.Failed(failure, usage, transcript);
        }
        return new Outcome.Cancelled(usage, transcript);
    }

    private Transcript transcript(Redactor redactor) {
        List<LogLine> logs = host.logLines().stream()
                .map(line -> new LogLine(line.level().word(), shown(line.message(), redactor)))
                .toList();
        Map<String, Integer> refused = wasi.refused();
        return new Transcript(
                logs, redactor.redact(streams.stderr()), scope.evidence().all(), refused);
    }

    /** Hidden characters may stand inside a secret, and a cut may go through one, so secrets are taken out in between. */
    private static String shown(String message, Redactor redactor) {
        String whole = ForeignText.clean(redactor.redact(message), message.length() + 1);
        return ForeignText.clean(redactor.redact(whole), (int) Limits.LOG_LINE);
    }

    private Usage usage(Optional<Run> finished) {
        return new Usage(
                scope.fuel().used(),
                finished.map(Run::memoryPeakBytes).orElse(0L),
                TimeUnit.NANOSECONDS.toMillis(scope.elapsedNanos()),
                TimeUnit.NANOSECONDS.toMillis(cpuNanos),
                TimeUnit.NANOSECONDS.toMillis(hostCalls.nanos()),
                TimeUnit.NANOSECONDS.toMillis(waitNanos),
                connector.loadMillis(),
                scope.traffic().hostCalls(),
                scope.traffic().exchanges(),
                scope.traffic().bytesIn(),
                scope.traffic().bytesOut());
    }
}
