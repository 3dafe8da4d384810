package dev.airlock.manifests.actions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.formats.toml.tree.Position;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.manifests.names.SemVer;
import java.util.List;
import java.util.Optional;

/**
 * An action that an agent can call: a file that a user owns.
 *
 * @param name its name, {@code [a-z0-9][a-z0-9._-]*}
 * @param version its version
 * @param source the place where it was published, if it was published
 * @param connectors the connectors that it uses, each pinned
 * @param intent its purpose, in the words of a connector's {@code [provides]}
 * @param inputs the values that its caller gives
 * @param approval whether a person must agree to each call
 * @param steps its steps in order, at least one
 * @param description the text by which an agent chooses it: the body's first paragraph, as plain text
 * @param body the whole Markdown body
 * @param hash the hash of the file's bytes, {@code sha256:} and 64 lower-case hex digits
 */
public record Action(
        String name,
        SemVer version,
        Optional<ConnectorReference> source,
        List<RequiredConnector> connectors,
        Optional<String> intent,
        List<Input> inputs,
        Approval approval,
        List<Step> steps,
        String description,
        String body,
        String hash) {
    /** Copies the lists. */
    public Action {
        connectors = List.copyOf(connectors);
        inputs = List.copyOf(inputs);
        steps = List.copyOf(steps);
    }

    /**
     * A connector pinned to one version and hash.
     *
     * @param name its name
     * @param version its version
     * @param hash the hash of its bytes, {@code sha256:} and 64 lower-case hex digits
     * @param capabilities the operations that this action may use, at least one
     * @param at the place where the file names it
     * @param hashAt the place where the file pins it
     */
    public record RequiredConnector(
            ConnectorName name, SemVer version, String hash, List<String> capabilities, Position at, Position hashAt) {
        /** Copies the list. */
        public RequiredConnector {
            capabilities = List.copyOf(capabilities);
        }

        /** Returns name and version together. */
        public ConnectorReference reference() {
            return new ConnectorReference(name, version);
        }
    }

    /**
     * A value that the caller gives.
     *
     * @param name its name, {@code [a-z][a-z0-9_]*}
     * @param type the type of the value
     * @param itemsType the type of the elements of a list, if the file gives it
     * @param description its meaning, for the agent
     * @param required whether a call without it is refused
     * @param standard the value for a call that does not give it; only if it is not required
     * @param choices the permitted values; any value if empty
     * @param label its name in a form
     * @param multiline whether a form gives it several lines
     */
    public record Input(
            String name,
            InputType type,
            Optional<InputType> itemsType,
            String description,
            boolean required,
            Optional<JsonNode> standard,
            List<JsonNode> choices,
            Optional<String> label,
            boolean multiline) {
        /** Copies the list. */
        public Input {
            choices = List.copyOf(choices);
        }

        /** Returns whether it may be absent when the action runs. */
        public boolean mayBeAbsent() {
            return !required && standard.isEmpty();
        }
    }

    /**
     * The approval that an action needs from a person.
     *
     * @param required whether nothing runs without approval
     * @param preview the text that the person sees, if the author wrote one; refers to inputs only
     */
    public record Approval(boolean required, Optional<Template> preview) {
        /** No approval is needed. */
        public static final Approval NONE = new Approval(false, Optional.empty());
    }

    /**
     * One call of one connector.
     *
     * @param id its name in this action
     * @param target the operation that it calls
     * @param idempotent whether it may be repeated, if the file says so
     * @param retry its retry policy, if the file gives one
     * @param optional whether the action continues if it fails
     * @param fallback the operation to call in its place if it fails
     * @param when the condition under which it runs; always if empty
     * @param refresh the step that renews its arguments when they are stale
     */
    public record Step(
            String id,
            Target target,
            Optional<Boolean> idempotent,
            Optional<Retry> retry,
            boolean optional,
            Optional<Target> fallback,
            Optional<Condition> when,
            Optional<String> refresh) {}

    /**
     * An operation and its arguments.
     *
     * @param connector one of the action's connectors
     * @param op one of the connector's operations that the action may use
     * @param inputs its arguments: an object with holes
     * @param at the place where the file names the operation
     */
    public record Target(ConnectorName connector, String op, Template inputs, Position at) {}

    /**
     * A step's retry policy as written in the file. The runtime knows the policies by name.
     *
     * @param value a policy's name, or an object with the differences from one
     * @param at the place in the file
     */
    public record Retry(JsonNode value, Position at) {}

    /**
     * The condition of a step.
     *
     * @param step an optional step before it
     * @param failed true if that step must have failed, false if it must have succeeded
     */
    public record Condition(String step, boolean failed) {}

    /** Returns the connector of that name, if the action requires it. */
    public Optional<RequiredConnector> connector(ConnectorName wanted) {
        return connectors.stream().filter(known -> known.name().equals(wanted)).findFirst();
    }
}
