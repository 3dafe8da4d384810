package dev.airlock.runtime.recovery;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.Reason;
import dev.airlock.failures.effect.Effect;
import dev.airlock.failures.text.Details;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.call.Target;
import dev.airlock.runtime.recovery.journal.Journal;
import dev.airlock.runtime.recovery.journal.RecoveryEvent;
import dev.airlock.runtime.recovery.journal.RecoveryListener;
import dev.airlock.runtime.recovery.keys.Conversations;
import dev.airlock.runtime.recovery.policy.CallSource;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.runtime.recovery.result.CallEnd;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.runtime.recovery.store.RecoveryStore;
import dev.airlock.runtime.recovery.store.ReversalStore.Token;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import dev.airlock.runtime.recovery.time.RandomSource;
import dev.airlock.runtime.recovery.time.Time;
import dev.airlock.sandbox.api.Cancellation;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Makes calls with full recovery: the retries and other steps of the playbook, keys that identify repetitions, and reversals.
 *
 * <pre>{@code
 * Recoveries recoveries = new Recoveries(Time.ofTheMachine(), RandomSource.secure(), store, new ReviewQueue(store.reviews(), time), listener);
 * Result result = recoveries.run(RecoveryCall.of(target, args).from(CallSource.FOREGROUND));
 * }</pre>
 *
 * <p>Thread-safe. The owner closes the store.
 */
public final class Recoveries {
    private final Time time;
    private final RandomSource randomSource;
    private final RecoveryStore store;
    private final RecoveryListener listener;
    private final RecoveryEngine engine;
    private final KeyedCalls keyedCalls;
    private final Conversations conversations;
    private final ReversalTokens tokens;

    /**
     * @param time the clock
     * @param randomSource the random source of jitter and identifiers
     * @param store keeps keys and reversals
     * @param handler handles failures that recovery cannot solve
     * @param listener is notified of every decision before it is carried out, and after the call's {@link Journal} has it
     */
    public Recoveries(
            Time time,
            RandomSource randomSource,
            RecoveryStore store,
            RecoveryHandler handler,
            RecoveryListener listener) {
        this.time = time;
        this.randomSource = randomSource;
        this.store = store;
        this.listener = listener;
        this.engine = new RecoveryEngine(time, randomSource, handler);
        this.keyedCalls = new KeyedCalls(engine, store.keys(), handler, time);
        this.tokens = new ReversalTokens(store.reversals(), time, randomSource);
        this.conversations = new Conversations(store.conversations(), time, randomSource, listener);
    }

    /**
     * A request to reverse a call. The reversal is a call of its own.
     *
     * @param auditId the reversal's id in the audit log
     * @param call the audit id of the call to undo
     * @param reason why it is undone, for the record and for the operation
     */
    public record Reversal(AuditId auditId, AuditId call, String reason) {
        /** Returns a reversal under a new audit id. */
        public static Reversal of(AuditId call, String reason) {
            return new Reversal(AuditId.random(), call, reason);
        }

        /** Returns the arguments of the reversal, as the record shows them. */
        public ObjectNode args() {
            return JsonNodeFactory.instance
                    .objectNode()
                    .put("call", call.value())
                    .put("reason", reason);
        }
    }

    /** Returns the admission of calls in conversations, which keeps repetitions from doing anything twice. */
    public Conversations conversations() {
        return conversations;
    }

    /** Makes a call without a record. */
    public Result run(RecoveryCall call) {
        return run(call, Journal.none());
    }

    /**
     * Makes a call. If it succeeds and is reversible, it can be reversed from now on, once.
     *
     * @param journal the call's record
     */
    public Result run(RecoveryCall call, Journal journal) {
        RecoveryCall named = named(call);
        Journal observed = journal.and(listener);
        return recorded(named, observed, () -> execute(named, observed));
    }

    private RecoveryCall named(RecoveryCall call) {
        return call.named(() -> randomSource.auditId(time.now()), randomSource::key);
    }

    /** Records the intent before everything else, and the end after everything else. */
    private static Result recorded(RecoveryCall call, Journal journal, Supplier<Result> make) {
        AuditId id = call.identity().auditId().orElseThrow();
        return recorded(
                id,
                call.args(),
                call.namedKey(),
                journal,
                () -> refusal(id, call).orElseGet(make));
    }

    private static Result recorded(AuditId id, ObjectNode args, String key, Journal journal, Supplier<Result> make) {
        try {
            Result result = journal.intend(args, key)
                    .<Result>map(Result.Failed::notMade)
                    .orElseGet(make);
            journal.end(result);
            return result;
        } catch (StoreUnavailableException e) {
            journal.abandon(Failure.connectorRuntimeError(
                    id, Reason.STORE_UNAVAILABLE, "The call was not made. " + e.sentences(), Details.none()));
            throw e;
        }
    }

    /** Refuses a call whose arguments do not fit, or whose fallback's arguments do not fit. */
    private static Optional<Result> refusal(AuditId id, RecoveryCall call) {
        return call.target()
                .refusal(id, call.args())
                .or(() -> call.step().fallback().flatMap(other -> other.target().refusal(id, other.args())))
                .map(Result.Failed::notMade);
    }

    private Result execute(RecoveryCall call, Journal journal) {
        Result result = call.identity().key().isPresent() ? keyedCalls.run(call, journal) : engine.run(call, journal);
        if (result instanceof Result.Succeeded succeeded && succeeded.recorded().isEmpty()) {
            issueToken(call, succeeded, journal);
        }
        return result;
    }

    /**
     * Makes a call in a conversation, unless a similar one blocks it.
     *
     * @param conversation the caller's name for the conversation
     * @param insists whether to make it although an earlier call may have taken effect
     * @param journal the call's record
     */
    public Result runIn(String conversation, RecoveryCall call, boolean insists, Journal journal) {
        RecoveryCall named = named(call);
        return recorded(named, journal, () -> admitted(wanted(conversation, named, insists), named, journal));
    }

    private static Conversations.Wanted wanted(String conversation, RecoveryCall call, boolean insists) {
        RecoveryCall.Identity names = call.identity();
        String connector = call.target().connector();
        String op = call.target().op();
        return new Conversations.Wanted(
                new Conversations.Likeness(names.actor(), conversation, connector + " " + op, call.args()),
                new RecoveryEvent.Subject(names.auditId().orElseThrow(), connector, op),
                names.key(),
                Optional.empty(),
                names.drawn(),
                insists,
                patience(call),
                call.cancellation());
    }

    private Result admitted(Conversations.Wanted wanted, RecoveryCall call, Journal journal) {
        Instant start = time.now();
        Conversations.Entry entry = conversations.admit(wanted, journal);
        if (entry instanceof Conversations.Entry.Refused refused) {
            return Result.Failed.notMade(refused.failure(), refused.earlier());
        }
        if (entry instanceof Conversations.Entry.Cancelled cancelled) {
            return Result.Cancelled.whileItWaited(cancelled.earlier());
        }
        try (Conversations.Permit permit = ((Conversations.Entry.Admitted) entry).permit()) {
            RecoveryCall.Identity names = call.identity();
            RecoveryCall keyed = afterWaiting(call, start)
                    .as(new RecoveryCall.Identity(names.auditId(), names.actor(), Optional.of(permit.key())));
            Result result = execute(keyed, journal.and(listener)).after(permit.earlier());
            permit.ended(CallEnd.of(result));
            return result;
        }
    }

    private static Duration patience(RecoveryCall call) {
        return Stream.of(
                        Optional.of(Conversations.PATIENCE),
                        Optional.of(call.target().wallTime()),
                        call.within().map(RecoveryCall.Within::left))
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** Returns the call with the rest of its caller's time. */
    private RecoveryCall afterWaiting(RecoveryCall call, Instant start) {
        Duration waited = Duration.between(start, time.now());
        return call.within()
                .map(within -> call.within(new RecoveryCall.Within(within.left().minus(waited), within.given())))
                .orElse(call);
    }

    /**
     * Undoes a successful call, by the operation that its manifest declares for it. The operation gets these arguments: {@code op},
     * {@code args}, {@code output} and {@code reason}.
     *
     * @param reversal the call to undo, and why
     * @param target returns the operation of the connector that the token names; empty if it is unavailable
     * @param journal the reversal's record
     * @return the result of the reversal; {@code reversal_refused} if the call has no free token
     * @throws StoreUnavailableException if the token cannot be read or used; then nothing was done
     */
    public Result reverse(
            Reversal reversal, Function<Token, Optional<Target>> target, Cancellation cancellation, Journal journal) {
        Journal observed = journal.and(listener);
        return recorded(
                reversal.auditId(),
                reversal.args(),
                "",
                observed,
                () -> reversed(reversal, target, cancellation, observed));
    }

    private Result reversed(
            Reversal reversal, Function<Token, Optional<Target>> target, Cancellation cancellation, Journal journal) {
        AuditId call = reversal.call();
        Optional<Token> token = store.reversals().find(call.value());
        if (token.isEmpty()) {
            String why =
                    "It has no reversal token: the call did not succeed, declares no reversal, or was reversed before.";
            return refused(reversal, new RecoveryEvent.Subject(reversal.auditId(), "", ""), why, journal);
        }
        Token found = token.get();
        Optional<ObjectNode> args = args(found, reversal.reason());
        if (args.isEmpty()) {
            return refused(reversal, found, "Its reversal token is damaged, so it is not known what to undo.", journal);
        }
        Optional<Target> undoing = target.apply(found);
        if (undoing.isEmpty()) {
            String why = "Only " + found.connector() + " can undo it, with the operation " + found.reversal() + ".";
            return refused(reversal, found, why, journal);
        }
        journal.decide(new RecoveryEvent.ReversalBegun(subject(reversal, found), call, reversal.reason()));
        if (!store.reversals().redeem(call.value(), reversal.reason(), time.now())) {
            return refused(reversal, found, "Another process is already reversing it.", journal);
        }
        RecoveryCall undo = RecoveryCall.of(undoing.get(), args.get())
                .as(new RecoveryCall.Identity(
                        Optional.of(reversal.auditId()), RecoveryCall.Identity.NEW.actor(), Optional.of(found.token())))
                .from(CallSource.FOREGROUND)
                .with(RetryPolicy.standard())
                .endedBy(cancellation);
        Result result = engine.run(undo, journal);
        if (result.effect() != Effect.UNCERTAIN && !(result instanceof Result.Succeeded)) {
            restore(reversal, found, journal);
        }
        return result;
    }

    private static RecoveryEvent.Subject subject(Reversal reversal, Token token) {
        return new RecoveryEvent.Subject(reversal.auditId(), token.connector(), token.reversal());
    }

    private void restore(Reversal reversal, Token token, Journal journal) {
        try {
            store.reversals().restore(reversal.call().value());
        } catch (StoreUnavailableException e) {
            journal.decide(new RecoveryEvent.Suppressed(
                    subject(reversal, token),
                    "another reversal",
                    "The store cannot be written, so the token counts as used."));
        }
    }

    /** Issues a token, unless a fallback gave the result: this connector cannot undo that. */
    private void issueToken(RecoveryCall call, Result.Succeeded succeeded, Journal journal) {
        if (succeeded.fallback().isEmpty()) {
            AuditId id = call.identity().auditId().orElseThrow();
            tokens.issue(id, call.target(), call.args(), succeeded.outcome(), journal);
        }
    }

    /** Returns the arguments of the reversal; empty if the token is damaged. */
    private static Optional<ObjectNode> args(Token token, String reason) {
        try {
            if (!RecoveryCall.Identity.isKey(token.token())
                    || !(StrictJson.read(token.args()) instanceof ObjectNode done)
                    || !(StrictJson.read(token.output()) instanceof ObjectNode output)) {
                return Optional.empty();
            }
            ObjectNode args = JsonNodeFactory.instance.objectNode();
            args.put("op", token.operation());
            args.set("args", done);
            args.set("output", output);
            return Optional.of(args.put("reason", reason));
        } catch (MalformedJsonException damaged) {
            return Optional.empty();
        }
    }

    private static Result refused(Reversal reversal, Token token, String why, Journal journal) {
        return refused(reversal, subject(reversal, token), why, journal);
    }

    private static Result refused(Reversal reversal, RecoveryEvent.Subject subject, String why, Journal journal) {
        journal.decide(new RecoveryEvent.ReversalRefused(subject, why));
        Failure failure = Failure.connectorRuntimeError(
                reversal.auditId(),
                Reason.REVERSAL_REFUSED,
                "The call " + reversal.call() + " is not reversed. " + why
                        + " Check the service, and undo it there if needed.",
                Details.none());
        return Result.Failed.notMade(failure);
    }
}
