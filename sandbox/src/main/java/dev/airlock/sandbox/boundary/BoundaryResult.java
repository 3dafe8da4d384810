package dev.airlock.sandbox.boundary;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Failure;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** The verdict of the boundary: the outcome of a call before its usage is added. */
public sealed interface BoundaryResult {
    /** Applies the function of this verdict's case. */
    <T> T match(Function<Success, T> success, Function<Failed, T> failed, Supplier<T> cancelled);

    /**
     * The connector returned a result.
     *
     * @param output the connector's own object, as it wrote it
     * @param errors the errors of a partial result; empty for a complete one
     */
    record Success(ObjectNode output, List<ObjectNode> errors) implements BoundaryResult {
        public Success {
            errors = List.copyOf(errors);
        }

        @Override
        public <T> T match(Function<Success, T> success, Function<Failed, T> failed, Supplier<T> cancelled) {
            return success.apply(this);
        }
    }

    /** The call failed. */
    record Failed(Failure failure) implements BoundaryResult {
        @Override
        public <T> T match(Function<Success, T> success, Function<Failed, T> failed, Supplier<T> cancelled) {
            return failed.apply(this);
        }
    }

    /** The caller cancelled the call. */
    record Cancelled() implements BoundaryResult {
        @Override
        public <T> T match(Function<Success, T> success, Function<Failed, T> failed, Supplier<T> cancelled) {
            return cancelled.get();
        }
    }
}
