package dev.airlock.sandbox.boundary;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Failure;
import java.util.List;

/** What a call came to, before its usage is added. */
public sealed interface Conclusion {
    /**
     * The connector gave a result.
     *
     * @param output the connector's own object, as it wrote it
     * @param errors what did not work out in a partial result; empty for a whole one
     */
    record Success(ObjectNode output, List<ObjectNode> errors) implements Conclusion {
        public Success {
            errors = List.copyOf(errors);
        }
    }

    /** The call failed. */
    record Failed(Failure failure) implements Conclusion {}

    /** The caller cancelled the call. */
    record Cancelled() implements Conclusion {}
}
