package dev.airlock.runtime.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.failures.Reason;
import dev.airlock.failures.text.Details;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.formats.text.Nearest;
import dev.airlock.formats.text.Printable;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.Operation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The operations of a connector's manifest, with the schemas of their arguments and results. Calls are checked against them before the
 * connector runs. If a manifest declares no operation, the connector decides. Thread-safe.
 */
public final class OperationShapes {
    /** The advice for arguments that do not fit. */
    public static final String CORRECT_IT = "Correct it and call again";

    private final ConnectorManifest manifest;
    private final Map<String, Optional<JsonShape.Reading>> args = new ConcurrentHashMap<>();
    private final Map<String, Optional<JsonShape.Reading>> results = new ConcurrentHashMap<>();

    /** Creates the shapes of a manifest's operations. */
    public OperationShapes(ConnectorManifest manifest) {
        this.manifest = manifest;
    }

    /** The result of checking a call. */
    public sealed interface Fit {
        /** The call fits, or nothing is declared. */
        record Good() implements Fit {}

        /** The operation does not exist; the hint says, as a sentence, which do. */
        record NoOperation(String next) implements Fit {}

        /** The arguments do not fit the operation; each problem has its field. */
        record Wrong(List<String> problems) implements Fit {
            /** Copies the list. */
            public Wrong {
                problems = List.copyOf(problems);
            }
        }

        /** The operation's schema cannot be used; the reason, as the end of a sentence. */
        record Unusable(String why) implements Fit {}
    }

    /** Checks a call against the declarations. */
    public Fit fit(String op, ObjectNode arguments) {
        List<String> declared =
                manifest.operations().stream().map(Operation::name).toList();
        if (!declared.isEmpty() && !declared.contains(op)) {
            return new Fit.NoOperation(Nearest.to(op, declared)
                    .map(near -> "Did you mean " + near + "?")
                    .orElse("It declares " + String.join(", ", declared) + "."));
        }
        if (nestsTooDeep(arguments)) {
            return new Fit.Wrong(List.of("they nest deeper than " + StrictJson.MAX_NESTING + " levels"));
        }
        Optional<JsonShape.Reading> shape = args.computeIfAbsent(op, name -> read(name, Operation::args));
        if (shape.isEmpty()) {
            return new Fit.Good();
        }
        if (shape.get() instanceof JsonShape.Reading.Unusable unusable) {
            return new Fit.Unusable(unusable.why());
        }
        List<String> problems = ((JsonShape.Reading.Usable) shape.get()).shape().problems(arguments);
        return problems.isEmpty() ? new Fit.Good() : new Fit.Wrong(problems);
    }

    /** Returns the schema of an operation's output, if the manifest publishes one. */
    public Optional<JsonShape.Reading> result(String op) {
        return results.computeIfAbsent(op, name -> read(name, Operation::result));
    }

    private Optional<JsonShape.Reading> read(String op, Function<Operation, Optional<JsonNode>> schema) {
        return manifest.operation(op).flatMap(schema).map(JsonShape::read);
    }

    /**
     * Returns why a call is not made; empty if it may be.
     *
     * @param auditId the call's id in the audit log
     */
    public Optional<Failure> refusal(AuditId auditId, String op, ObjectNode arguments) {
        String connector = manifest.connector().name().toString();
        Fit fit = fit(op, arguments);
        if (fit instanceof Fit.NoOperation none) {
            return Optional.of(Failure.connectorRuntimeError(
                    auditId,
                    Reason.BAD_INPUT,
                    "The manifest of " + connector + " declares no operation " + Printable.quoted(op) + ". "
                            + none.next() + " " + CORRECT_IT + ".",
                    Details.none().put("op", Printable.of(op))));
        }
        if (fit instanceof Fit.Wrong wrong) {
            return Optional.of(Failure.connectorRuntimeError(
                    auditId,
                    new Cause.BadInput(wrong.problems()),
                    op + " of " + connector + " was not called, because its arguments do not fit: "
                            + sentence(wrong.problems()) + " " + CORRECT_IT + ".",
                    Details.none().put("op", op)));
        }
        return fit instanceof Fit.Unusable unusable
                ? Optional.of(Failure.connectorRuntimeError(
                        auditId,
                        Reason.INVALID_MODULE,
                        connector + " cannot be used: of the schema of the arguments of " + op
                                + " that its manifest publishes, " + unusable.why()
                                + ". This is a fault of the connector; report it to its author.",
                        Details.none()))
                : Optional.empty();
    }

    /** Returns problems as one sentence. */
    public static String sentence(List<String> problems) {
        return String.join("; ", problems).replaceAll("[.]+$", "") + ".";
    }

    /** Returns whether arguments nest deeper than any call permits. */
    public static boolean nestsTooDeep(ObjectNode arguments) {
        Deque<JsonNode> level = new ArrayDeque<>(List.of(arguments));
        for (int depth = 0; !level.isEmpty(); depth++) {
            if (depth >= StrictJson.MAX_NESTING) {
                return true;
            }
            Deque<JsonNode> next = new ArrayDeque<>();
            level.forEach(node -> node.forEach(child -> {
                if (child.isContainerNode()) {
                    next.add(child);
                }
            }));
            level = next;
        }
        return false;
    }
}
