package dev.airlock.sandbox.load;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Boundary;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.failures.Reason;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.text.Details;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.boundary.BoundaryResult;
import dev.airlock.sandbox.boundary.CallFacts;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.budget.LoadStopped;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.engine.Capture;
import dev.airlock.sandbox.engine.Program;
import dev.airlock.sandbox.engine.RunLimits;
import dev.airlock.sandbox.engine.instance.Snapshot;
import dev.airlock.sandbox.imports.ConnectorStyle;
import dev.airlock.sandbox.imports.HostCalls;
import dev.airlock.sandbox.imports.Import;
import dev.airlock.sandbox.link.RunningGuest;
import dev.airlock.sandbox.recording.HostEvent;
import dev.airlock.sandbox.recording.HostInterceptor;
import dev.airlock.sandbox.thread.CallThreads;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.wasi.StandardStreams;
import dev.airlock.sandbox.wasi.Wasi;
import dev.airlock.sandbox.wasm.ModuleInfo;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/**
 * Runs the {@code _initialize} of a reactor once, under the limits of a call and without its capabilities, and captures
 * the state that results. Used once, on a load's thread.
 */
final class InitialCapture {
    /** The result of a capture. */
    sealed interface Result {
        /**
         * The state, the values that are the same in each call that begins with it, and the answers that the guest got,
         * if they were recorded.
         */
        record Taken(Snapshot snapshot, Set<CapturedInputs> capturedInputs, List<HostEvent> told) implements Result {}

        /** The reason why the connector cannot be loaded. */
        record Refused(Failure failure) implements Result {}
    }

    private static final byte[] NOTHING = {};
    private static final String WHEN = "While its initial state was captured:";

    private final LoadTools tools;
    private final LoadRequest request;
    private final AuditId auditId;
    private final Limits limits;
    private final CallScope scope;
    private final StandardStreams streams;
    private final CaptureFunctions functions;
    private final HostInterceptor interceptor;

    /** Prepares a capture that takes no more memory than its load has reserved. */
    InitialCapture(LoadTools tools, LoadRequest request, AuditId auditId, LoadAdmission admission) {
        this.tools = tools;
        this.request = request;
        this.auditId = auditId;
        this.limits = request.limits();
        this.scope = new CallScope(
                Clock.SYSTEM,
                limits.get(LimitName.WALL_TIME),
                limits.get(LimitName.FUEL),
                limits.get(LimitName.STACK),
                tools.share().documents());
        admission.lendTo(scope.memory());
        this.streams = new StandardStreams(scope, NOTHING, limits.get(LimitName.STDOUT), limits.get(LimitName.STDERR));
        streams.mergeStdoutIntoStderr();
        this.interceptor = request.captureInterceptor();
        Wasi wasi = new Wasi(scope, streams, tools.clock(), tools.random(), interceptor);
        HostCalls calls = new HostCalls(scope, limits.get(LimitName.HOST_CALLS));
        this.functions = new CaptureFunctions(request.name(), scope, wasi, calls);
    }

    /**
     * Captures the state.
     *
     * @throws LoadStopped if the budget does not last
     */
    Result of(Program program, ModuleInfo module, List<Import> imports, LoadBudget budget) {
        RunLimits runLimits =
                new RunLimits(limits.get(LimitName.MEMORY), limits.get(LimitName.TABLE), limits.get(LimitName.STACK));
        RunningGuest.Entry entry = ConnectorStyle.exports(module, ConnectorStyle.INITIALIZE)
                ? guest -> guest.call(ConnectorStyle.INITIALIZE)
                : guest -> {};
        AtomicReference<Optional<Result>> result = new AtomicReference<>(Optional.empty());
        CallThreads.Task task = tools.threads()
                .start("capture", program.threadStackBytes(limits.get(LimitName.STACK)), () -> {
                    try {
                        result.set(decided(program.capture(scope, functions.of(imports), runLimits, entry)));
                    } catch (Throwable e) {
                        result.set(Optional.of(
                                new Result.Refused(tools.boundary().hostFault(request.name(), auditId, e))));
                    }
                });
        await(task, budget);
        return Objects.requireNonNull(result.get()).orElseThrow(LoadStopped::cancelled);
    }

    private void await(CallThreads.Task task, LoadBudget budget) {
        try {
            if (task.await(Math.min(scope.remainingNanos(), budget.remainingNanos()))) {
                return;
            }
            scope.expire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            scope.cancel();
        }
        boolean isBack = task.bringBack();
        if (!isBack) {
            tools.leaked().add(request.name(), task);
        }
        budget.check();
        if (!isBack || Thread.currentThread().isInterrupted()) {
            throw LoadStopped.cancelled();
        }
    }

    /** @return empty if the load was cancelled */
    private Optional<Result> decided(Capture capture) {
        if (capture.snapshot().isPresent()) {
            return Optional.of(
                    new Result.Taken(capture.snapshot().get(), functions.capturedInputs(), interceptor.events()));
        }
        return capture.obstacle()
                .map(this::cannotBeCopied)
                .or(() -> failure(capture, capture.run().termination()))
                .map(Result.Refused::new);
    }

    private Failure cannotBeCopied(String obstacle) {
        return Failure.connectorRuntimeError(
                auditId,
                Reason.INVALID_MODULE,
                request.name() + " cannot be loaded. Its initial state cannot be captured: "
                        + ForeignText.clean(obstacle)
                        + ". Make _initialize leave no such reference, or remove snapshot = true from [connector.reactor] in"
                        + " manifest.toml.",
                Details.none());
    }

    private Optional<Failure> failure(Capture capture, Termination termination) {
        if (termination instanceof Termination.Denied denied) {
            return Optional.of(Failure.capabilityDenied(auditId, Boundary.CONNECTOR_MANIFEST, denied.denial()));
        }
        if (termination instanceof Termination.Exited exited) {
            return Optional.of(exit(exited.code()));
        }
        BoundaryResult result = tools.boundary()
                .decide(new CallFacts(
                        request.name(),
                        auditId,
                        termination,
                        capture.run().refusedGrowth(),
                        "its reply",
                        NOTHING,
                        false,
                        streams.stderrEnd(),
                        scope.evidence(),
                        UnaryOperator.identity(),
                        scope::check));
        return result instanceof BoundaryResult.Failed failed
                ? Optional.of(failed.failure().before(WHEN))
                : Optional.empty();
    }

    private Failure exit(long code) {
        String stderr = ForeignText.cleanEnd(streams.stderrEnd());
        return Failure.connectorRuntimeError(
                        auditId,
                        new Cause.Exited(code),
                        request.name() + " exited with code " + code + " instead of returning from _initialize."
                                + (stderr.isBlank()
                                        ? ""
                                        : " Its last words on standard error: " + ForeignText.quoteAtEnd(stderr))
                                + " This is a fault of the connector; report it to its author.",
                        Details.none().putIfPresent("stderr", stderr))
                .before(WHEN);
    }

    /** Returns a program of any tier that begins with the captured state, if there is one. */
    static Program applied(Optional<Result.Taken> taken, Program program) {
        return taken.map(state -> program.beginningWith(state.snapshot())).orElse(program);
    }
}
