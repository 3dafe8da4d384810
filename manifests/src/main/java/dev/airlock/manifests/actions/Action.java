package dev.airlock.manifests.actions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.manifests.names.SemVer;
import dev.airlock.manifests.toml.Position;
import java.util.List;
import java.util.Optional;

/**
 * What an agent can call: a file that a user owns.
 *
 * @param name its name, {@code [a-z0-9][a-z0-9._-]*}
 * @param version its version
 * @param source where it was published, if it was
 * @param connectors the connectors that it uses, each pinned
 * @param intent what it is for, in the words of a connector's {@code [provides]}
 * @param inputs what its caller gives
 * @param approval whether a person must agree to each call
 * @param steps what it does, in order, at least one step
 * @param description what an agent reads to choose it: the body's first paragraph, as plain text
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
     * A connector, exactly.
     *
     * @param name its name
     * @param version its version
     * @param hash the hash of its bytes, {@code sha256:} and 64 lower-case hex digits
     * @param capabilities the operations that this action may use, at least one
     * @param at where the file names it
     * @param hashAt where the file pins it
     */
    public record RequiredConnector(
            ConnectorName name, SemVer version, String hash, List<String> capabilities, Position at, Position hashAt) {
        /** Copies the list. */
        public RequiredConnector {
            capabilities = List.copyOf(capabilities);
        }

        /** Name and version in one. */
        public ConnectorReference reference() {
            return new ConnectorReference(name, version);
        }
    }

    /**
     * Something that the caller gives.
     *
     * @param name its name, {@code [a-z][a-z0-9_]*}
     * @param type what kind of value it is
     * @param itemsType what kind of values a list holds, if that is said
     * @param description what it means, for the agent
     * @param required whether a call without it is refused
     * @param standard the value of a call that does not give it; only if it is not required
     * @param choices the values that it may have; any if empty
     * @param label what a form calls it
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

        /** Whether it may be absent when the action runs. */
        public boolean mayBeAbsent() {
            return !required && standard.isEmpty();
        }
    }

    /**
     * Whether a person must agree.
     *
     * @param required whether nothing runs without it
     * @param preview what the person is shown, if the author wrote it; refers to inputs only
     */
    public record Approval(boolean required, Optional<Template> preview) {
        /** No approval is needed. */
        public static final Approval NONE = new Approval(false, Optional.empty());
    }

    /**
     * One call of one connector.
     *
     * @param id its name in this action
     * @param target what is called
     * @param idempotent whether it may be repeated, if that is said
     * @param retry how it is retried, if that is said
     * @param optional whether the action goes on without it
     * @param fallback what is called in its place if it fails
     * @param when on what condition it runs; always if empty
     * @param refresh the step that renews what it was given, if its arguments are stale
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
     * @param op one of the operations that the action may use of it
     * @param inputs its arguments: an object with holes
     * @param at where the file names the operation
     */
    public record Target(ConnectorName connector, String op, Template inputs, Position at) {}

    /**
     * How a step is retried, as the file says it: whoever carries it out knows the policies by name.
     *
     * @param value a policy's name, or an object of what differs from one
     * @param at where the file says so
     */
    public record Retry(JsonNode value, Position at) {}

    /**
     * On what a step depends.
     *
     * @param step an optional step before it
     * @param failed whether that one must have failed, or must have succeeded
     */
    public record Condition(String step, boolean failed) {}

    /** The connector of that name that the action requires. */
    public Optional<RequiredConnector> connector(ConnectorName wanted) {
        return connectors.stream().filter(known -> known.name().equals(wanted)).findFirst();
    }
}
