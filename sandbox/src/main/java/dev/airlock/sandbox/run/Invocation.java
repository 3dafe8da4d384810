package dev.airlock.sandbox.run;

import dev.airlock.failures.Failure;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.limit.WaitedFor;
import dev.airlock.failures.limit.WallTimeIn;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.manifests.Declared;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.admission.HeldMemory;
import dev.airlock.sandbox.admission.JvmShare;
import dev.airlock.sandbox.admission.MemoryBudget;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.LogLine;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.SeenRequests;
import dev.airlock.sandbox.api.Transcript;
import dev.airlock.sandbox.api.Usage;
import dev.airlock.sandbox.boundary.BoundaryResult;
import dev.airlock.sandbox.boundary.CallBoundary;
import dev.airlock.sandbox.boundary.CallFacts;
import dev.airlock.sandbox.budget.ConcurrencyLimiter;
import dev.airlock.sandbox.budget.HeldPermit;
import dev.airlock.sandbox.budget.Permit;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallMemory;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.engine.Program;
import dev.airlock.sandbox.engine.Run;
import dev.airlock.sandbox.engine.RunLimits;
import dev.airlock.sandbox.evidence.IdempotencyKey;
import dev.airlock.sandbox.host.HostEnvironment;
import dev.airlock.sandbox.host.HostFunctions;
import dev.airlock.sandbox.imports.ConnectorStyle;
import dev.airlock.sandbox.imports.HostCalls;
import dev.airlock.sandbox.imports.Import;
import dev.airlock.sandbox.link.HostImport;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.recording.Recorder;
import dev.airlock.sandbox.recording.Recording;
import dev.airlock.sandbox.state.CallState;
import dev.airlock.sandbox.state.StateStore;
import dev.airlock.sandbox.state.StateUnavailableException;
import dev.airlock.sandbox.thread.CallThreads;
import dev.airlock.sandbox.thread.Deadlines;
import dev.airlock.sandbox.thread.ProcessorTime;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.wasi.GuestRandom;
import dev.airlock.sandbox.wasi.StandardStreams;
import dev.airlock.sandbox.wasi.Wasi;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One call, from its thread's start to its outcome. Used once. */
public final class Invocation {
    /** Arguments that exceed their limit this many times over are not serialised to find their exact length. */
    private static final int FAR_TOO_LONG = 4;

    private static final byte[] NO_REPLY = {};
    private static final int SEED_BYTES = 32;

    /** What is known when a guest has ended and its output was read. */
    private record Answer(BoundaryResult result, Transcript transcript, long memoryPeakBytes) {}

    /**
     * A caller checks its connector before the call. After a wait shorter than this, checking again tells nothing new.
     */
    private static final long WORTH_A_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Connector connector;
    private final Program program;
    private final Call call;
    private final Limits limits;
    private final long leastStdin;
    private final MemoryBudget memory;
    private final ConcurrencyLimiter documents;
    private final CallHooks course;
    private final CallScope scope;
    private final StandardStreams streams;
    private final Wasi wasi;
    private final CallState state;
    private final HostFunctions host;
    private final HostCalls hostCalls;
    private final boolean isReactor;
    private byte[] document = {};
    private final ProcessorTime processor = new ProcessorTime();
    private volatile @Nullable Answer answer;
    private long admissionNanos;
    private boolean withdrawn;

    public Invocation(
            Connector connector,
            Call call,
            HostEnvironment environment,
            StateStore store,
            Clock clock,
            GuestRandom random,
            JvmShare share,
            CallHooks course) {
        this.connector = connector;
        this.memory = share.memory();
        this.documents = share.documents();
        this.course = course;
        this.program = connector.program();
        this.call = call;
        this.limits = connector.limits();
        this.scope = new CallScope(
                Clock.SYSTEM,
                Math.min(limits.get(LimitName.WALL_TIME), call.wallMillis().orElse(Long.MAX_VALUE)),
                course.fuel(limits.get(LimitName.FUEL)),
                limits.get(LimitName.STACK),
                documents);
        course.profile().ifPresent(scope::profileIn);
        course.cut().ifPresent(cut -> scope.fuel().endAs(cut.termination()));
        this.scope.evidence().lookFor(IdempotencyKey.of(call.idempotencyKey()));
        this.scope.evidence().keepAhead(call.sendings());
        this.leastStdin = CallDocument.check(call);
        this.streams =
                new StandardStreams(scope, new byte[0], limits.get(LimitName.STDOUT), limits.get(LimitName.STDERR));
        this.wasi = new Wasi(scope, streams, clock, random, course.interceptor());
        this.state = new CallState(store, connector.stateKey(), call.idempotencyKey(), scope, limits, clock);
        this.host = HostFunctions.forCall(environment, scope, state, line -> {}, course.interceptor());
        this.hostCalls = new HostCalls(scope, limits.get(LimitName.HOST_CALLS));
        this.isReactor = connector.style() == ConnectorStyle.REACTOR;
        if (isReactor) {
            streams.mergeStdoutIntoStderr();
        }
    }

    public Outcome run(CallThreads threads, Deadlines deadlines, CallBoundary boundary) {
        Runnable forget = call.cancellation().onCancel(scope::cancel);
        Runnable unwatch = deadlines.watch(scope);
        endBeforeItStarts();
        try {
            if (scope.hostTermination().isPresent()) {
                return outcome(boundary, Optional.empty());
            }
            Optional<HeldMemory> admitted = reserve();
            return admitted.isPresent()
                    ? runAdmitted(threads, boundary, admitted.get())
                    : outcome(boundary, Optional.empty());
        } finally {
            unwatch.run();
            forget.run();
        }
    }

    /** Waits for the memory that the call begins with. Returns empty if the call ended before it got any. */
    private Optional<HeldMemory> reserve() {
        Optional<HeldMemory> admitted = memory.tryAdmit(connector.name(), connector.firstBytes(), connector.mostBytes())
                .or(this::waitForMemory);
        admitted.ifPresent(held -> {
            scope.memory().drawOn(held, connector.firstBytes());
            scope.onEnd(held::noMore);
        });
        return admitted;
    }

    private Optional<HeldMemory> waitForMemory() {
        long start = scope.elapsedNanos();
        Runnable admitted = scope.waitingForMemory(memory::busy);
        try {
            return Optional.of(memory.admit(connector.name(), connector.firstBytes(), connector.mostBytes(), scope));
        } catch (CallEnded e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            scope.cancel();
            return Optional.empty();
        } finally {
            admitted.run();
            admissionNanos = scope.elapsedNanos() - start;
        }
    }

    /** Runs the call. A thread that does not come back keeps what it holds until it does. */
    private Outcome runAdmitted(CallThreads threads, CallBoundary boundary, Permit admitted) {
        try (HeldPermit held = new HeldPermit(admitted)) {
            if (!provideStdin()) {
                return outcome(boundary, Optional.empty());
            }
            Optional<Failure> unfit =
                    admissionNanos > WORTH_A_LOOK_NANOS ? course.lastLook().get() : Optional.empty();
            if (unfit.isPresent()) {
                return withdrawn(boundary, unfit.get());
            }
            Optional<CallThreads.Task> task = started(threads, boundary);
            if (task.isEmpty()) {
                return outcome(boundary, Optional.empty());
            }
            if (!await(task.get())) {
                connector.addLeaked(task.get());
                task.get().whenDone(held.passOn()::close);
                return outcome(boundary, Optional.empty());
            }
            return outcome(boundary, Optional.ofNullable(answer));
        }
    }

    private Outcome withdrawn(CallBoundary boundary, Failure unfit) {
        withdrawn = true;
        finishState(boundary, false);
        Answer nothing = new Answer(new BoundaryResult.Failed(unfit), Transcript.EMPTY, 0);
        return outcome(nothing.result(), usage(nothing), nothing.transcript());
    }

    /** Whether the call did not begin because the last check before it forbade it. */
    public boolean isWithdrawn() {
        return withdrawn;
    }

    /** Starts the guest's thread. Returns empty if no thread can be had. */
    private Optional<CallThreads.Task> started(CallThreads threads, CallBoundary boundary) {
        try {
            long stack = program.threadStackBytes(limits.get(LimitName.STACK));
            return Optional.of(threads.start("call", stack, () -> runGuest(boundary)));
        } catch (OutOfMemoryError noThread) {
            scope.end(new Termination.HostFault(noThread));
            return Optional.empty();
        }
    }

    /** Ends a call that its caller has cancelled, or whose arguments are far too long. */
    private void endBeforeItStarts() {
        if (Thread.currentThread().isInterrupted()) {
            scope.cancel();
        } else if (leastStdin / FAR_TOO_LONG > limits.get(LimitName.STDIN)) {
            endAtStdin(leastStdin);
        }
    }

    /** Writes the call's document. Returns false if it is too long, or the call ended meanwhile. */
    @SuppressWarnings("try") // the permit is held and never read
    private boolean provideStdin() {
        try (Permit slot = documents.takeForDocument(leastStdin, scope)) {
            document = CallDocument.of(
                    call, connector.manifest().settings().document().orElse(null), isReactor ? seed() : null);
            streams.provideStdin(document);
        } catch (CallEnded e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            scope.cancel();
            return false;
        }
        return isWithinStdin();
    }

    private boolean isWithinStdin() {
        try {
            if (document.length > limits.get(LimitName.STDIN)) {
                endAtStdin(document.length);
            } else {
                scope.memory().hold(CallMemory.Use.STDIN, document.length);
            }
            return scope.hostTermination().isEmpty();
        } catch (CallEnded e) {
            return false;
        }
    }

    /** A reactor may have drawn its random numbers before the call, so each call gets fresh ones. */
    private String seed() {
        return HexFormat.of().formatHex(wasi.random(SEED_BYTES));
    }

    private void endAtStdin(long bytes) {
        scope.end(new Termination.LimitReached(LimitName.STDIN, limits.get(LimitName.STDIN), bytes));
    }

    /** Runs the guest on the call's own thread. */
    private void runGuest(CallBoundary boundary) {
        processor.start();
        Runnable back = scope.time().in(WallTimeIn.GUEST);
        try {
            RunLimits runLimits = new RunLimits(
                    limits.get(LimitName.MEMORY), limits.get(LimitName.TABLE), limits.get(LimitName.STACK));
            if (isReactor) {
                ReactorCall reactor = new ReactorCall(
                        scope, connector.initializesInEachCall(), document, limits.get(LimitName.STDOUT));
                Run run = program.run(scope, imports(), runLimits, reactor);
                answer = decided(boundary, run, reactor.reply().length, reactor::reply);
            } else {
                Run run = program.run(scope, imports(), runLimits, guest -> guest.call(ConnectorStyle.START));
                answer = decided(boundary, run, streams.stdoutSize(), streams::stdout);
            }
        } catch (Throwable e) {
            scope.end(new Termination.HostFault(e));
        } finally {
            back.run();
            processor.end();
        }
    }

    /**
     * The result of a run. Reading the guest's reply takes memory and time whose amount the guest chose, so running out
     * of either is the guest's limit.
     */
    @SuppressWarnings("try") // the permit is held and never read
    private Answer decided(CallBoundary boundary, Run run, long replyBytes, Supplier<byte[]> reply) {
        try (Permit slot = documents.takeForDocumentAnyway(replyBytes)) {
            boolean endedByItself = run.termination() instanceof Termination.ByGuest;
            byte[] replied = endedByItself ? reply.get() : NO_REPLY;
            Answer read = answer(boundary, run, run.termination(), replied);
            if (endedByItself) {
                scope.check();
            }
            return read;
        } catch (OutOfMemoryError e) {
            long most = limits.get(LimitName.MEMORY);
            return answer(
                    boundary,
                    run,
                    scope.end(new Termination.LimitReached(LimitName.MEMORY, most, most))
                            .termination(),
                    NO_REPLY);
        } catch (CallEnded e) {
            return answer(boundary, run, e.termination(), NO_REPLY);
        }
    }

    private Answer answer(CallBoundary boundary, Run run, Termination termination, byte[] reply) {
        Redactor redactor = host.redactor();
        BoundaryResult result = boundary.decide(
                facts(termination, run.refusedGrowth(), redactor.redact(reply), redactor.redact(streams.stderrEnd())));
        return new Answer(
                result.match(
                        success -> result,
                        failed -> new BoundaryResult.Failed(failed.failure().redactedBy(redactor)),
                        () -> result),
                transcript(redactor, run),
                run.memoryPeakBytes());
    }

    /** The functions that the module imports, in its order. */
    private List<HostImport> imports() {
        return connector.imports().stream()
                .map(this::supplied)
                .map(hostCalls::counted)
                .toList();
    }

    private HostImport supplied(Import wanted) {
        return wanted.supply() instanceof Import.Supply.Declared declared
                ? host.function(wanted.module(), declared.entry())
                : wasi.function(wanted.name());
    }

    /** Waits for the guest's thread until the deadline and a moment longer. Returns false if it does not come back. */
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

    /**
     * The outcome of the call. If its thread never started, or never came back, only the host's own termination is
     * known.
     */
    private Outcome outcome(CallBoundary boundary, Optional<Answer> finished) {
        Answer last = finished.orElseGet(() -> new Answer(
                boundary.decide(facts(hostTermination(), Optional.empty(), NO_REPLY, "")),
                new Transcript(List.of(), "", scope.evidence().all(), Map.of()),
                scope.counters().memoryBytes()));
        course.profile().ifPresent(made -> made.end(scope.fuel().used()));
        finishState(boundary, last.result() instanceof BoundaryResult.Success);
        return outcome(last.result(), usage(last), last.transcript());
    }

    private Outcome outcome(BoundaryResult result, Usage usage, Transcript transcript) {
        return result.match(
                success -> new Outcome.Succeeded(success.output(), success.errors(), usage, transcript),
                failed -> {
                    Outcome.Failed plain = new Outcome.Failed(failed.failure(), usage, transcript);
                    return new Outcome.Failed(failed.failure().withSideEffects(sideEffects(plain)), usage, transcript);
                },
                () -> {
                    Outcome.Cancelled plain = new Outcome.Cancelled(SideEffects.NONE, usage, transcript);
                    return new Outcome.Cancelled(sideEffects(plain), usage, transcript);
                });
    }

    private SideEffects sideEffects(Outcome outcome) {
        return SeenRequests.of(outcome)
                .sideEffects(
                        Declared.of(connector.manifest(), call.op()),
                        host.redactor().redact(call.idempotencyKey()));
    }

    /**
     * Ends the guest's access to its state. An interruption is meant for the call and not for writing down its result.
     * A result that cannot be written stays in doubt, which is true, and does not change the outcome.
     */
    private void finishState(CallBoundary boundary, boolean succeeded) {
        boolean interrupted = Thread.interrupted();
        try {
            state.finish(succeeded);
        } catch (StateUnavailableException e) {
            Failure unused = boundary.hostFault(connector.name(), call.auditId(), e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns the recording of the call; asked for once the call is over. */
    public Recording recorded(Recorder recorder, Outcome outcome) {
        return RecordingMaker.of(connector, call, recorder, outcome, scope.hostTermination(), host.redactor());
    }

    private Termination hostTermination() {
        return scope.hostTermination()
                .<Termination>map(termination -> termination)
                .orElseGet(() ->
                        new Termination.HostFault(new IllegalStateException("the call ended without a termination")));
    }

    private CallFacts facts(
            Termination termination, Optional<Termination.LimitReached> refusedGrowth, byte[] reply, String stderrEnd) {
        return new CallFacts(
                connector.name(),
                call.auditId(),
                termination,
                refusedGrowth,
                isReactor ? "its reply" : "standard output",
                reply,
                connector.mayOmitOutput(),
                stderrEnd,
                scope.evidence(),
                host.redactor()::redact,
                scope::check);
    }

    private Transcript transcript(Redactor redactor, Run run) {
        List<LogLine> logs = host.logLines().stream()
                .map(line -> new LogLine(line.level().word(), shown(line.message(), redactor)))
                .toList();
        Map<String, Integer> refused = wasi.refused();
        return new Transcript(
                logs, redactor.redact(streams.stderr()), scope.evidence().all(), refused, run.frames());
    }

    /**
     * Removes secrets between two passes: hidden characters may stand inside a secret, and a cut may go through one.
     */
    private static String shown(String message, Redactor redactor) {
        String whole = ForeignText.clean(redactor.redact(message), message.length() + 1);
        return ForeignText.clean(redactor.redact(whole), (int) Limits.LOG_LINE);
    }

    private Usage usage(Answer last) {
        return new Usage(
                scope.fuel().used(),
                last.memoryPeakBytes(),
                TimeUnit.NANOSECONDS.toMillis(scope.elapsedNanos()),
                processor.millis(),
                TimeUnit.NANOSECONDS.toMillis(hostCalls.nanos()),
                scope.time().waitedMillis(WaitedFor.MEMORY),
                connector.loadTime().toMillis(),
                scope.traffic().hostCalls(),
                scope.traffic().exchanges(),
                scope.traffic().bytesIn(),
                scope.traffic().bytesOut());
    }
}
