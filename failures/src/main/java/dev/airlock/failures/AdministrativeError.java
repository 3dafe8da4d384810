package dev.airlock.failures;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.formats.json.StrictJson;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The envelope that answers an administrative request (a usage or configuration problem, an install, a key) that cannot be carried out:
 * {@code {"error":{"code","message","details","request_id"}}}, as {@code src/abi/administrative-error.schema.json} describes it. No call
 * was made, so it says nothing about one.
 *
 * @param code the kind of problem in snake case: {@code usage}, {@code configuration}
 * @param message for a person: what is wrong and what to do next
 * @param problems each problem on its own, with its position where it has one; may be empty
 * @param requestId finds the request in the log
 */
public record AdministrativeError(String code, String message, List<String> problems, String requestId) {
    private static final Pattern CODE = Pattern.compile("[a-z][a-z0-9]*(_[a-z0-9]+)*");

    /** @throws IllegalArgumentException if the code is not in snake case */
    public AdministrativeError {
        if (!CODE.matcher(code).matches()) {
            throw new IllegalArgumentException("a code is in snake case");
        }
        problems = List.copyOf(problems);
    }

    /** Returns the whole envelope on one line. */
    public String write() {
        ObjectNode envelope = JsonNodeFactory.instance.objectNode();
        ObjectNode error = envelope.putObject("error");
        error.put("code", code);
        error.put("message", message);
        ObjectNode details = error.putObject("details");
        if (!problems.isEmpty()) {
            problems.forEach(details.putArray("problems")::add);
        }
        error.put("request_id", requestId);
        return StrictJson.write(envelope);
    }
}
