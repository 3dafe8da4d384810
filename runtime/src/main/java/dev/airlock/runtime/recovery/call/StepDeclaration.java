package dev.airlock.runtime.recovery.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The declarations of an action about one of its steps. An undeclared recovery does not happen.
 *
 * @param idempotent whether the step may be repeated, {@code idempotent = …}
 * @param fallback the call to make instead if it fails
 * @param optional whether the action can go on without it
 * @param refresh the step that renews its arguments when they are stale: returns the new arguments, or empty if that failed
 */
public record StepDeclaration(
        Optional<Boolean> idempotent,
        Optional<Fallback> fallback,
        boolean optional,
        Optional<Supplier<Optional<ObjectNode>>> refresh) {
    /** No declarations. */
    public static final StepDeclaration NONE =
            new StepDeclaration(Optional.empty(), Optional.empty(), false, Optional.empty());

    /**
     * The call to make instead of a failed one.
     *
     * @param target another connector's operation
     * @param args its arguments
     */
    public record Fallback(Target target, ObjectNode args) {}

    /** Returns a copy that declares whether the step may be repeated. */
    public StepDeclaration idempotent(boolean word) {
        return new StepDeclaration(Optional.of(word), fallback, optional, refresh);
    }

    /** Returns a copy with a fallback. */
    public StepDeclaration orElse(Target target, ObjectNode args) {
        return new StepDeclaration(idempotent, Optional.of(new Fallback(target, args)), optional, refresh);
    }

    /** Returns a copy whose step is optional. */
    public StepDeclaration asOptional() {
        return new StepDeclaration(idempotent, fallback, true, refresh);
    }

    /** Returns a copy with a step that renews its arguments. */
    public StepDeclaration refreshedBy(Supplier<Optional<ObjectNode>> step) {
        return new StepDeclaration(idempotent, fallback, optional, Optional.of(step));
    }
}
