package dev.airlock.runtime.recovery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What an action declares about one of its steps. What is not declared does not happen.
 *
 * @param idempotent whether the step may be repeated, {@code idempotent = …}
 * @param fallback what is called in its place if it fails
 * @param optional whether the action can go on without it
 * @param refresh the step that renews its arguments when they are stale: the new arguments, or nothing if that did not work
 */
public record StepDeclaration(
        Optional<Boolean> idempotent,
        Optional<Fallback> fallback,
        boolean optional,
        Optional<Supplier<Optional<ObjectNode>>> refresh) {
    /** Nothing is declared. */
    public static final StepDeclaration NONE =
            new StepDeclaration(Optional.empty(), Optional.empty(), false, Optional.empty());

    /**
     * What is called in the place of a call that failed.
     *
     * @param target another connector's operation
     * @param args its arguments
     */
    public record Fallback(Target target, ObjectNode args) {}

    /** The same, which says whether it may be repeated. */
    public StepDeclaration idempotent(boolean word) {
        return new StepDeclaration(Optional.of(word), fallback, optional, refresh);
    }

    /** The same with a fallback. */
    public StepDeclaration orElse(Target target, ObjectNode args) {
        return new StepDeclaration(idempotent, Optional.of(new Fallback(target, args)), optional, refresh);
    }

    /** The same, which the action can do without. */
    public StepDeclaration asOptional() {
        return new StepDeclaration(idempotent, fallback, true, refresh);
    }

    /** The same with a step that renews its arguments. */
    public StepDeclaration refreshedBy(Supplier<Optional<ObjectNode>> step) {
        return new StepDeclaration(idempotent, fallback, optional, Optional.of(step));
    }
}
