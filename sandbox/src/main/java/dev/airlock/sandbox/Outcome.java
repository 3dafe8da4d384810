package dev.airlock.sandbox;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Failure;
import dev.airlock.failures.SideEffects;
import java.util.List;

/** What a call came to. Every call has exactly one. */
public sealed interface Outcome {
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
    }

    /** The call failed, and the failure says why and what to do next. */
    record Failed(Failure failure, Usage usage, Transcript transcript) implements Outcome {
        /** A call that was not made, and used nothing. */
        public static Failed notMade(Failure failure) {
            return new Failed(failure, Usage.none(0), Transcript.EMPTY);
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
        public Cancelled after(SideEffects earlier) {
            return new Cancelled(sideEffects.and(earlier), usage, transcript);
        }
    }
}
