package dev.airlock.runtime.recovery;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Details;
import dev.airlock.failures.Effect;
import dev.airlock.failures.Failure;
import dev.airlock.failures.Reason;
import dev.airlock.failures.json.MalformedJsonException;
import dev.airlock.failures.json.StrictJson;
import dev.airlock.runtime.recovery.policy.CallSource;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.runtime.recovery.store.RecoveryStore;
import dev.airlock.runtime.recovery.store.ReversalStore.Token;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import dev.airlock.sandbox.Cancellation;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Calls with everything that recovery does for them: retries and what else the playbook says, keys that are recognised when they
 * come again, and reversals.
 *
 * <pre>{@code
 * Recoveries recoveries = new Recoveries(Time.ofTheMachine(), Chance.secure(), store, new ReviewQueue(store.reviews(), time), listener);
 * Result result = recoveries.run(RecoveryCall.of(target, args).from(CallSource.FOREGROUND));
 * }</pre>
 *
 * <p>Thread-safe. The store stays its owner's to close.
 */
public final class Recoveries {
    private final Time time;
    private final Chance chance;
    private final RecoveryStore store;
    private final RecoveryListener listener;
    private final RecoveryEngine engine;
    private final KeyedCalls keyedCalls;
    private final Conversations conversations;
    private final ReversalTokens tokens;

    /**
     * @param time clock and sleeper
     * @param chance jitter and identifiers
     * @param store where keys and reversals are kept
     * @param handler what is left to others
     * @param listener is told every decision before it is carried out
     */
    public Recoveries(
            Time time, Chance chance, RecoveryStore store, RecoveryHandler handler, RecoveryListener listener) {
        this.time = time;
        this.chance = chance;
        this.store = store;
        this.listener = listener;
        this.engine = new RecoveryEngine(time, chance, handler, listener);
        this.keyedCalls = new KeyedCalls(engine, store.keys(), time, listener);
        this.tokens = new ReversalTokens(store.reversals(), time, chance, listener);
        this.conversations = new Conversations(store.conversations(), time, chance, listener);
    }

    /**
     * A reversal that somebody asks for: a call of its own.
     *
     * @param auditId where the audit log keeps the reversal
     * @param call the audit id of the call that is undone
     * @param reason why, for the record and for the operation
     */
    public record Reversal(AuditId auditId, AuditId call, String reason) {
        /** A reversal under an audit id of its own. */
        public static Reversal of(AuditId call, String reason) {
            return new Reversal(AuditId.random(), call, reason);
        }
    }

    /** Lets the calls of conversations begin, so that a repetition does nothing twice. */
    public Conversations conversations() {
        return conversations;
    }

    /** Makes a call. A call that succeeded and can be reversed can be from now on, once. */
    public Result run(RecoveryCall call) {
        RecoveryCall named = call.recordedAs(() -> chance.auditId(time.now()));
        Result result = named.identity().key().isPresent() ? keyedCalls.run(named) : engine.run(named);
        if (result instanceof Result.Succeeded succeeded && succeeded.recorded().isEmpty()) {
            issueToken(named, succeeded);
        }
        return result;
    }

    /**
     * Makes a call in a conversation, unless one like it is in the way.
     *
     * @param conversation the caller's name for it
     * @param insists whether it is made although an earlier one may have taken effect
     */
    public Result runIn(String conversation, RecoveryCall call, boolean insists) {
        RecoveryCall named = call.recordedAs(() -> chance.auditId(time.now()));
        RecoveryCall.Identity names = named.identity();
        String connector = named.target().connector();
        String op = named.target().op();
        Instant start = time.now();
        Conversations.Entry entry = conversations.admit(new Conversations.Wanted(
                new Conversations.Likeness(names.caller(), conversation, connector + " " + op, named.args()),
                new RecoveryEvent.Subject(names.auditId().orElseThrow(), connector, op),
                names.key(),
                Optional.empty(),
                names.drawn(),
                insists,
                patience(named),
                named.cancellation()));
        if (entry instanceof Conversations.Entry.Refused refused) {
            return Result.Failed.notMade(refused.failure(), refused.earlier());
        }
        if (entry instanceof Conversations.Entry.Cancelled cancelled) {
            return Result.Cancelled.whileItWaited(cancelled.earlier());
        }
        try (Conversations.Permit permit = ((Conversations.Entry.Admitted) entry).permit()) {
            RecoveryCall keyed = afterWaiting(named, start)
                    .as(new RecoveryCall.Identity(names.auditId(), names.caller(), Optional.of(permit.key())));
            Result result = run(keyed).after(permit.earlier());
            permit.ended(Ending.of(result));
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

    /** The same with what is left of the time that its caller gave. */
    private RecoveryCall afterWaiting(RecoveryCall call, Instant start) {
        Duration waited = Duration.between(start, time.now());
        return call.within()
                .map(within -> call.within(new RecoveryCall.Within(within.left().minus(waited), within.given())))
                .orElse(call);
    }

    /**
     * Undoes a call that succeeded, by the operation that its manifest declares for that. It gets what is to be undone as its
     * arguments: {@code op}, {@code args}, {@code output} and {@code reason}.
     *
     * @param reversal which call is undone, and why
     * @param target gives the operation of the connector that the token names; nothing if it is not to be had
     * @return what the reversal came to; {@code reversal_refused} if the call has no token that is free
     * @throws StoreUnavailableException if the token cannot be read or used; then nothing was done
     */
    public Result reverse(Reversal reversal, Function<Token, Optional<Target>> target, Cancellation cancellation) {
        AuditId call = reversal.call();
        Optional<Token> token = store.reversals().find(call.value());
        if (token.isEmpty()) {
            return refused(
                    reversal,
                    "",
                    "",
                    "There is no token that allows it: the call did not succeed, declares no reversal, or was reversed before.");
        }
        Token found = token.get();
        Optional<ObjectNode> args = args(found, reversal.reason());
        if (args.isEmpty()) {
            return refused(
                    reversal,
                    found.connector(),
                    found.reversal(),
                    "Its token is damaged, so that it is not known what is to be undone.");
        }
        Optional<Target> undoing = target.apply(found);
        if (undoing.isEmpty()) {
            return refused(
                    reversal,
                    found.connector(),
                    found.reversal(),
                    "It is " + found.connector() + " that has to undo it, with the operation " + found.reversal()
                            + ".");
        }
        listener.on(new RecoveryEvent.ReversalBegun(
                new RecoveryEvent.Subject(reversal.auditId(), found.connector(), found.reversal()),
                call,
                reversal.reason()));
        if (!store.reversals().redeem(call.value(), reversal.reason(), time.now())) {
            return refused(reversal, found.connector(), found.reversal(), "Somebody else reverses it already.");
        }
        Result result = engine.run(RecoveryCall.of(undoing.get(), args.get())
                .as(new RecoveryCall.Identity(
                        Optional.of(reversal.auditId()),
                        RecoveryCall.Identity.NEW.caller(),
                        Optional.of(found.token())))
                .from(CallSource.FOREGROUND)
                .with(RetryPolicy.standard())
                .endedBy(cancellation));
        if (result.effect() != Effect.UNCERTAIN && !(result instanceof Result.Succeeded)) {
            restore(reversal, found);
        }
        return result;
    }

    private void restore(Reversal reversal, Token token) {
        try {
            store.reversals().restore(reversal.call().value());
        } catch (StoreUnavailableException e) {
            listener.on(new RecoveryEvent.Suppressed(
                    new RecoveryEvent.Subject(reversal.auditId(), token.connector(), token.reversal()),
                    "another reversal",
                    "The store cannot be written, so the token counts as used."));
        }
    }

    /** What another connector gave in the place of this one is not this one's to undo. */
    private void issueToken(RecoveryCall call, Result.Succeeded succeeded) {
        if (succeeded.fallback().isEmpty()) {
            tokens.issue(call.identity().auditId().orElseThrow(), call.target(), call.args(), succeeded.outcome());
        }
    }

    /** What the reversal gets; nothing if the token is not what was once written. */
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

    private Result refused(Reversal reversal, String connector, String op, String why) {
        listener.on(
                new RecoveryEvent.ReversalRefused(new RecoveryEvent.Subject(reversal.auditId(), connector, op), why));
        Failure failure = Failure.connectorRuntimeError(
                reversal.auditId(),
                Reason.REVERSAL_REFUSED,
                "The call " + reversal.call() + " is not reversed. " + why
                        + " Look at the service, and undo it there if it must be.",
                Details.none());
        return Result.Failed.notMade(failure);
    }
}
