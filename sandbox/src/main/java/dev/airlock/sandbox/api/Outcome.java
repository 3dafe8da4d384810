package dev.airlock.sandbox.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Failure;
import dev.airlock.failures.effect.SideEffects;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** The outcome of a call. Every call has exactly one. */
public sealed interface Outcome {
    /** Applies the function of this outcome's case. */
    <T> T match(Function<Succeeded, T> succeeded, Function<Failed, T> failed, Function<Cancelled, T> cancelled);

    /** Runs the action of this outcome's case. */
    default void visit(Consumer<Succeeded> succeeded, Consumer<Failed> failed, Consumer<Cancelled> cancelled) {
        Runnable visit = match(
                result -> () -> succeeded.accept(result),
                failure -> () -> failed.accept(failure),
                end -> () -> cancelled.accept(end));
        visit.run();
    }

    /** What the call used. */
    Usage usage();

    /** The logs and other traces of the call. */
    Transcript transcript();

    /**
     * Returns the outcome of a call that continued an earlier one, with the side effects of both. A success stays the
     * same.
     */
    default Outcome after(SideEffects earlier) {
        return this;
    }

    /**
     * The connector returned a result.
     *
     * @param output the result, as the connector wrote it
     * @param errors the errors of a partial result; empty for a complete one
     */
    record Succeeded(ObjectNode output, List<ObjectNode> errors, Usage usage, Transcript transcript)
            implements Outcome {
        public Succeeded {
            errors = List.copyOf(errors);
        }

        @Override
        public <T> T match(
                Function<Succeeded, T> succeeded, Function<Failed, T> failed, Function<Cancelled, T> cancelled) {
            return succeeded.apply(this);
        }
    }

    /** The call failed. The failure says why and what to do next. */
    record Failed(Failure failure, Usage usage, Transcript transcript) implements Outcome {
        /** Returns the outcome of a call that was not made and used nothing. */
        public static Failed notMade(Failure failure) {
            return new Failed(failure, Usage.none(0), Transcript.EMPTY);
        }

        @Override
        public <T> T match(
                Function<Succeeded, T> succeeded, Function<Failed, T> failed, Function<Cancelled, T> cancelled) {
            return failed.apply(this);
        }

        @Override
        public Failed after(SideEffects earlier) {
            return new Failed(failure.withSideEffects(failure.sideEffects().and(earlier)), usage, transcript);
        }
    }

    /**
     * The caller cancelled the call, which is not a failure.
     *
     * @param sideEffects what it may have changed until then
     */
    record Cancelled(SideEffects sideEffects, Usage usage, Transcript transcript) implements Outcome {
        /**
         * Returns the outcome of a call that was cancelled before it began.
         *
         * @param loadMillis how long loading the connector took, in milliseconds
         */
        public static Cancelled beforehand(long loadMillis) {
            return new Cancelled(SideEffects.NONE, Usage.none(loadMillis), Transcript.EMPTY);
        }

        @Override
        public <T> T match(
                Function<Succeeded, T> succeeded, Function<Failed, T> failed, Function<Cancelled, T> cancelled) {
            return cancelled.apply(this);
        }

        @Override
        public Cancelled after(SideEffects earlier) {
            return new Cancelled(sideEffects.and(earlier), usage, transcript);
        }
    }
}
