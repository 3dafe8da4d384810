package dev.airlock.runtime.actions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureEnvelope;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.Action.Step;
import dev.airlock.manifests.actions.Template;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.runtime.actions.source.PinnedConnector;
import dev.airlock.runtime.actions.source.Pins;
import dev.airlock.runtime.actions.step.ReadyConnector;
import dev.airlock.runtime.actions.step.Refusals;
import dev.airlock.runtime.actions.step.StepEnd;
import dev.airlock.runtime.actions.step.StepPreparation;
import dev.airlock.runtime.actions.step.StepPreparation.Prepared;
import dev.airlock.runtime.actions.step.StepValues;
import dev.airlock.runtime.audit.call.RecordedCall;
import dev.airlock.runtime.audit.event.AuditEvent;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.call.StepDeclaration;
import dev.airlock.runtime.recovery.call.Target;
import dev.airlock.runtime.recovery.journal.Journal;
import dev.airlock.runtime.recovery.journal.RecoveryEvent;
import dev.airlock.runtime.recovery.policy.RetryReader;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.runtime.schema.JsonShape;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One run of an action. Confined to its caller's thread. */
final class ActionRun {
    private final ActionWiring wiring;
    private final ActionCall call;
    private final Journal journal;
    private final Action action;
    private final Totals totals;
    private final List<StepEnd> ends = new ArrayList<>();
    private final ObjectNode output = JsonNodeFactory.instance.objectNode();
    private final List<ObjectNode> errors = new ArrayList<>();
    private final Map<ConnectorName, ReadyConnector> connectors = new HashMap<>();
    private final StepValues values;
    private final StepPreparation preparation;
    private final long begun;
    private Optional<String> current = Optional.empty();

    ActionRun(ActionWiring wiring, ActionCall call, Journal journal) {
        this(wiring, call, journal, Clock.SYSTEM.monotonicNanos());
    }

    /**
     * Creates a run whose time began earlier.
     *
     * @param journal the action's own record
     * @param begun when the caller's time began, by {@link Clock#monotonicNanos}
     */
    ActionRun(ActionWiring wiring, ActionCall call, Journal journal, long begun) {
        this.journal = journal;
        this.begun = begun;
        this.wiring = wiring;
        this.call = call;
        this.action = call.action();
        this.totals = new Totals(call.key());
        this.values = new StepValues(action, ActionParameters.withDefaults(action, call.inputs()));
        this.preparation = new StepPreparation(action, call.auditId(), wiring.sandbox(), wiring.circuits(), connectors);
    }

    /** Runs the action and returns its outcome. */
    ActionOutcome run() {
        return outcome(changedText()
                .or(this::refusedInputs)
                .or(this::nobodyToApprove)
                .or(this::unreadyConnectors)
                .or(this::notApproved)
                .orElseGet(this::steps));
    }

    /** Returns the outcome if Airlock itself failed; the host knows the fault by the given id. */
    ActionOutcome faulty(String correlationId) {
        return broken(Refusals.hostFault(call.auditId(), action, correlationId));
    }

    /** Returns the outcome if the action cannot go on. */
    ActionOutcome broken(Failure failure) {
        if (current.isPresent()) {
            totals.lost();
        }
        return outcome(current.map(step -> failedAt(step, failure)).orElseGet(() -> failed(failure)));
    }

    /** Returns the outcome if the action was refused because of an earlier one, which may have changed something. */
    ActionOutcome refused(Failure failure, SideEffects earlier) {
        return outcome(new Outcome.Failed(failure.withSideEffects(earlier), totals.usage(), totals.transcript()));
    }

    /** Returns the outcome if the caller cancelled the action while it waited for a similar one, which may have changed something. */
    ActionOutcome endedBeforehand(SideEffects earlier) {
        return outcome(new Outcome.Cancelled(earlier, totals.usage(), totals.transcript()));
    }

    private ActionOutcome outcome(Outcome outcome) {
        return new ActionOutcome(call.auditId(), outcome, ends, call.key(), true);
    }

    private Optional<Outcome> changedText() {
        return call.isChanged()
                ? Optional.of(failed(Refusals.changed(call.auditId(), action, call.agreed())))
                : Optional.empty();
    }

    private Optional<Outcome> refusedInputs() {
        JsonShape.Reading reading = JsonShape.read(ActionParameters.schema(action));
        List<String> problems = reading instanceof JsonShape.Reading.Usable usable
                ? usable.shape().problems(call.inputs())
                : List.of(((JsonShape.Reading.Unusable) reading).why());
        return problems.isEmpty()
                ? Optional.empty()
                : Optional.of(failed(Refusals.badInputs(call.auditId(), action, problems)));
    }

    private Optional<Outcome> nobodyToApprove() {
        return action.approval().required() && wiring.approver().isEmpty()
                ? Optional.of(failed(Refusals.nobodyToApprove(call.auditId(), action)))
                : Optional.empty();
    }

    /** Checks all connectors before the first step, so that no step runs while a later one's connector has changed. */
    private Optional<Outcome> unreadyConnectors() {
        List<PinnedConnector> pinned = new ArrayList<>();
        for (Action.RequiredConnector required : action.connectors()) {
            Pins.Pin pin = Pins.pin(required, wiring.connectors(), call.auditId());
            if (pin instanceof Pins.Pin.Broken broken) {
                wiring.listener().notLoaded(pinned(required), broken.failure());
                return Optional.of(failed(broken.failure()));
            }
            pinned.add(((Pins.Pin.Holds) pin).connector());
        }
        for (PinnedConnector connector : pinned) {
            Optional<Outcome> unready = unready(connector);
            if (unready.isPresent()) {
                return unready;
            }
        }
        return Optional.empty();
    }

    private static AuditSubject.ConnectorIdentity pinned(Action.RequiredConnector required) {
        return new AuditSubject.ConnectorIdentity(
                required.name().toString(), required.version().toString(), "", required.hash());
    }

    private Optional<Outcome> unready(PinnedConnector pinned) {
        if (isCancelled()) {
            return Optional.of(cancelled());
        }
        ReadyConnectors.Loading loading = wiring.ready().get(pinned, call.cancellation());
        if (loading instanceof ReadyConnectors.Loading.Refused refused) {
            totals.loaded(refused.millis());
            return Optional.of(failed(refused.failure()));
        }
        if (loading instanceof ReadyConnectors.Loading.Cancelled) {
            return Optional.of(cancelled());
        }
        ReadyConnector connector = ((ReadyConnectors.Loading.Ready) loading).connector();
        totals.loaded(connector.loaded().loadTime().toMillis());
        connectors.put(
                pinned.required().name(),
                connector.forRun(call.cancellation(), () -> call.within().map(this::left)));
        return Optional.empty();
    }

    private Optional<Outcome> notApproved() {
        if (!action.approval().required()) {
            return Optional.empty();
        }
        Approver.Request request = new Approver.Request(
                call.auditId(),
                action,
                preview(),
                values.inputs().deepCopy(),
                wiring.actorOf(call),
                call.within()
                        .map(this::left)
                        .filter(left -> left.compareTo(wiring.approvalWithin()) < 0)
                        .orElse(wiring.approvalWithin()),
                new Cancellation());
        call.listener().on(new ActionEvent.ApprovalAsked(request.preview()));
        PendingApproval.Answer answer = PendingApproval.of(
                wiring.approver().orElseThrow(), request, call.cancellation(), wiring.approverFaults());
        if (isCancelled() || answer instanceof PendingApproval.Answer.Cancelled) {
            return Optional.of(cancelled());
        }
        return answer instanceof PendingApproval.Answer.Decided decided
                ? decided(decided.decision())
                : Optional.of(failed(undecided(request.within())));
    }

    /** Returns the failure for a missing decision: the caller's time or the approver's time is over. */
    private Failure undecided(Duration waited) {
        return call.within()
                .filter(most -> left(most).isZero())
                .map(most -> Failure.callersTimeUp(call.auditId(), most, elapsed()))
                .orElseGet(() -> Refusals.notDecided(call.auditId(), action, waited));
    }

    private Optional<Outcome> decided(Approver.Decision decision) {
        if (!decision.approved()) {
            return Optional.of(failed(Refusals.declined(call.auditId(), action, decision.actor())));
        }
        if (journal instanceof RecordedCall recorded) {
            recorded.note(new AuditEvent.Consent(
                    recorded.subject(),
                    "approval",
                    List.of(action.name() + "@" + action.version(), "approved by " + decision.actor())));
        }
        return Optional.empty();
    }

    private String preview() {
        Optional<Template.Filled> filled = action.approval().preview().map(values::fill);
        if (filled.isPresent() && filled.get() instanceof Template.Filled.Value value) {
            return ForeignText.clean(
                    value.value() instanceof TextNode text ? text.textValue() : StrictJson.write(value.value()));
        }
        return ForeignText.clean(
                "Run " + action.name() + "@" + action.version() + " with " + StrictJson.write(values.inputs()) + "?");
    }

    private Outcome steps() {
        for (Step step : action.steps()) {
            if (isCancelled()) {
                return cancelled();
            }
            current = Optional.of(step.id());
            Optional<Outcome> end = outOfTime(step).or(() -> step(step));
            if (end.isPresent()) {
                return end.get();
            }
            current = Optional.empty();
        }
        return new Outcome.Succeeded(output, errors, totals.usage(), totals.transcript());
    }

    /** Refuses a step if the caller's time is up. */
    private Optional<Outcome> outOfTime(Step step) {
        return call.within()
                .filter(most -> left(most).isZero())
                .map(most -> refused(step, Failure.callersTimeUp(call.auditId(), most, elapsed())));
    }

    private Duration elapsed() {
        return Duration.ofNanos(Clock.SYSTEM.monotonicNanos() - begun);
    }

    /** Returns the rest of the caller's time, in whole milliseconds; zero if it is used up. */
    private Duration left(Duration most) {
        return Duration.ofMillis(Math.max(0, most.minus(elapsed()).toMillis()));
    }

    /** Runs a step; returns empty if the action goes on. */
    private Optional<Outcome> step(Step step) {
        if (!step.when().map(this::holds).orElse(true)) {
            add(end(step, StepEnd.Status.SKIPPED, Optional.empty(), Optional.empty()));
            return Optional.empty();
        }
        Prepared prepared = preparation.prepare(step.id(), step.target(), values);
        if (prepared instanceof Prepared.Refused refused) {
            return Optional.of(refused(step, refused.failure()));
        }
        RetryReader.Reading policy = policy(step);
        if (policy.policy().isEmpty()) {
            return Optional.of(refused(step, Refusals.badPolicy(call.auditId(), step.id(), policy.problems())));
        }
        Optional<Prepared> fallback = step.fallback().map(target -> preparation.prepare(step.id(), target, values));
        if (fallback.isPresent() && fallback.get() instanceof Prepared.Refused refused) {
            return Optional.of(refused(step, refused.failure()));
        }
        Prepared.Callable callable = (Prepared.Callable) prepared;
        AuditId auditId = AuditId.random();
        call.listener()
                .on(new ActionEvent.StepBegins(
                        step.id(),
                        step.target().connector().toString(),
                        step.target().op(),
                        auditId));
        Result result = invoke(
                step.id(),
                recoveryCall(step, callable, auditId)
                        .with(policy.policy().get())
                        .with(declaration(step, fallback.map(Prepared.Callable.class::cast))));
        return ended(step, auditId, result);
    }

    private Result invoke(String id, RecoveryCall step) {
        Result result = wiring.caller().call(step, watched(id, journal(step)));
        totals.add(result);
        return result;
    }

    /** Makes a call that renews another step's arguments. */
    private Result invokeAgain(String id, RecoveryCall step) {
        Result result = wiring.caller().call(step, watched(id, journal(step)));
        totals.addRenewal(result);
        return result;
    }

    /** Reports the pauses of a step's call to the run's listener. */
    private Journal watched(String step, Journal journal) {
        return journal.and(event -> {
            if (event instanceof RecoveryEvent.RetryScheduled retry) {
                call.listener().on(new ActionEvent.RetryWaits(step, retry.attempt(), retry.pause(), retry.byService()));
            } else if (event instanceof RecoveryEvent.Heartbeat alive) {
                call.listener().on(new ActionEvent.StillWaits(step, alive.left()));
            }
        });
    }

    /** Returns the journal of a step, which is a call of its own in the log. Its records hold no secret of any connector of the action. */
    private Journal journal(RecoveryCall step) {
        if (wiring.audit().isEmpty()) {
            return Journal.none();
        }
        AuditSubject subject = new AuditSubject(
                step.identity().auditId().orElseThrow(),
                step.identity().actor(),
                pinned(step.target()).recorded(),
                step.target().op());
        Redactor secrets =
                connectors.values().stream().map(ReadyConnector::secrets).reduce(Redactor.ofNothing(), Redactor::and);
        RecordedCall journal = wiring.audit().get().journal(subject, secrets);
        return step.step()
                .fallback()
                .map(other -> journal.fallingBackOn(pinned(other.target()).recorded()))
                .orElse(journal);
    }

    private PinnedConnector pinned(Target target) {
        ConnectorName name = target.manifest().connector().name();
        return Optional.ofNullable(connectors.get(name)).orElseThrow().pinned();
    }

    private RecoveryCall recoveryCall(Step step, Prepared.Callable callable, AuditId auditId) {
        Optional<String> key = call.key().map(given -> given + "." + step.id());
        RecoveryCall whole = RecoveryCall.of(callable.target(), callable.args())
                .as(new RecoveryCall.Identity(Optional.of(auditId), wiring.actorOf(call), key))
                .from(call.source())
                .endedBy(call.cancellation());
        return call.within()
                .map(most -> whole.within(new RecoveryCall.Within(left(most).plusMillis(1), most)))
                .orElse(whole);
    }

    private StepDeclaration declaration(Step step, Optional<Prepared.Callable> fallback) {
        return new StepDeclaration(
                step.idempotent(),
                fallback.map(other -> new StepDeclaration.Fallback(other.target(), other.args())),
                step.optional(),
                step.refresh().map(before -> () -> renewedArguments(step, before)));
    }

    /** Runs the step that renews another step's arguments again; returns empty if that does not help. */
    private Optional<ObjectNode> renewedArguments(Step step, String before) {
        Step renewing = action.steps().stream()
                .filter(other -> other.id().equals(before))
                .findFirst()
                .orElseThrow();
        if (!(preparation.prepare(before, renewing.target(), values) instanceof Prepared.Callable callable)) {
            return Optional.empty();
        }
        Result result = invokeAgain(
                before,
                recoveryCall(renewing, callable, AuditId.random())
                        .as(new RecoveryCall.Identity(
                                Optional.of(AuditId.random()), wiring.actorOf(call), Optional.empty()))
                        .with(policy(renewing).policy().orElseGet(wiring::retry))
                        .with(new StepDeclaration(renewing.idempotent(), Optional.empty(), false, Optional.empty())));
        if (!(result instanceof Result.Succeeded succeeded)) {
            return Optional.empty();
        }
        given(before, succeeded);
        return preparation.prepare(step.id(), step.target(), values) instanceof Prepared.Callable renewed
                ? Optional.of(renewed.args())
                : Optional.empty();
    }

    private RetryReader.Reading policy(Step step) {
        return step.retry()
                .map(retry -> RetryReader.read(retry.value()))
                .orElseGet(() -> new RetryReader.Reading(Optional.of(wiring.retry()), List.of()));
    }

    /** Returns whether a condition holds. A skipped step has neither failed nor succeeded. */
    private boolean holds(Action.Condition condition) {
        return ends.stream()
                .filter(end -> end.step().equals(condition.step()))
                .anyMatch(end -> condition.failed()
                        ? end.status() == StepEnd.Status.LOST
                        : end.status().isDone());
    }

    private Optional<Outcome> ended(Step step, AuditId auditId, Result result) {
        return result.match(
                succeeded -> {
                    given(step.id(), succeeded);
                    succeeded.outcome().errors().forEach(error -> errors.add(error(step, Optional.empty(), error)));
                    return goOn(step, succeeded(succeeded), auditId, result);
                },
                degraded -> {
                    ObjectNode why =
                            FailureEnvelope.errorNode(degraded.outcome().failure());
                    errors.add(error(step, Optional.of(degraded.capability()), why));
                    return goOn(step, StepEnd.Status.LOST, auditId, result);
                },
                failed -> {
                    add(end(step, StepEnd.Status.FAILED, Optional.of(auditId), Optional.of(result)));
                    return Optional.of(failedAt(step.id(), failed.failure()));
                },
                cancelled -> {
                    add(end(step, StepEnd.Status.CANCELLED, Optional.of(auditId), Optional.of(result)));
                    return Optional.of(cancelled());
                });
    }

    private Optional<Outcome> goOn(Step step, StepEnd.Status status, AuditId auditId, Result result) {
        add(end(step, status, Optional.of(auditId), Optional.of(result)));
        return Optional.empty();
    }

    private void given(String step, Result.Succeeded succeeded) {
        ObjectNode result = succeeded.outcome().output();
        values.put(step, result);
        output.set(step, result);
    }

    private static StepEnd.Status succeeded(Result.Succeeded result) {
        if (result.fallback().isPresent()) {
            return StepEnd.Status.FALLBACK;
        }
        return result.outcome().errors().isEmpty() ? StepEnd.Status.SUCCEEDED : StepEnd.Status.PARTIAL;
    }

    private static ObjectNode error(Step step, Optional<String> lost, ObjectNode why) {
        ObjectNode error = JsonNodeFactory.instance.objectNode().put("step", step.id());
        lost.ifPresent(capability -> error.put("lost", capability));
        error.set("error", why);
        return error;
    }

    private Outcome refused(Step step, Failure failure) {
        add(end(step, StepEnd.Status.FAILED, Optional.empty(), Optional.empty()));
        return failedAt(step.id(), failure);
    }

    private Outcome failedAt(String step, Failure failure) {
        List<String> completed = ends.stream()
                .filter(end -> end.status().isDone())
                .map(StepEnd::step)
                .toList();
        return failed(failure.withDetail("step", step).withDetail("completed_steps", completed));
    }

    private Outcome failed(Failure failure) {
        return new Outcome.Failed(failure.withSideEffects(totals.sideEffects()), totals.usage(), totals.transcript());
    }

    private Outcome cancelled() {
        return new Outcome.Cancelled(totals.sideEffects(), totals.usage(), totals.transcript());
    }

    private boolean isCancelled() {
        return call.cancellation().requested() || Thread.currentThread().isInterrupted();
    }

    private void add(StepEnd end) {
        ends.add(end);
        call.listener().on(new ActionEvent.StepEnds(end));
    }

    private StepEnd end(Step step, StepEnd.Status status, Optional<AuditId> auditId, Optional<Result> result) {
        Optional<StepEnd.Reversal> reversal = result.filter(known -> known instanceof Result.Succeeded succeeded
                        && succeeded.recorded().isEmpty())
                .flatMap(known -> auditId)
                .flatMap(wiring.reversals());
        return new StepEnd(
                step.id(), step.target().connector().toString(), step.target().op(), status, auditId, result, reversal);
    }
}
