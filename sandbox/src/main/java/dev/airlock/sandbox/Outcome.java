package dev.airlock.sandbox;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Failure;
import dev.airlock.failures.SideEffects;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** What a call came to. Every call has exactly one. */
public sealed interface Outcome {
    /** Takes the outcome apart: applies the function of its case. */
    <T> T match(Function<Succeeded, T> succeeded, Function<Failed, T> failed, Function<Cancelled, T> cancelled);

    /** Takes the outcome apart for what is done about its case, where nothing comes of that. */
    default void visit(Consumer<Succeeded> succeeded, Consumer<Failed> failed, Consumer<Cancelled> cancelled) {
        Runnable visit = match(
                result -> () -> succeeded.accept(result),
                failure -> () -> failed.accept(failure),
                end -> () -> cancelled.accept(end));
        visit.run();
    }

    /** What the call used. */
    Usage usage();

    /** What the call left behind. */
    Transcript transcript();

    /** The same of a call that went on with an earlier one, which may have changed that. A success stays one. */
    default Outcome after(SideEffects earlier) {
        return this;
    }

    /**
     * The connector gave a result.
     *
     * @param output the result, as the connector wrote it
     * @param errors what did not work out in a partial result; empty for a whole one
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

    /** The call failed, and the failure says why and what to do next. */
    record Failed(Failure failure, Usage usage, Transcript transcript) implements Outcome {
        /** A call that was not made, and used nothing. */
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
     * The caller cancelled the call. That is no failure.
     *
     * @param sideEffects what it may have changed until then
     */
    record Cancelled(SideEffects sideEffects, Usage usage, Transcript transcript) implements Outcome {
        /**
         * A call that was cancelled before it began.
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
