package dev.airlock.cli.environment;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Failure;
import dev.airlock.manifests.parsing.Problem;
import dev.airlock.manifests.toml.Position;
import java.util.List;
import java.util.Optional;

/**
 * One thing that is wrong with a connector, found without running it.
 *
 * @param file the file it is about, without the path to it
 * @param place line and column, where the file has them
 * @param failureClass the class of the failure that a run would end with, where it would come so far
 * @param message what is wrong and what would be right
 */
public record Finding(String file, Optional<Place> place, Optional<String> failureClass, String message) {
    /** A place in a text, counted from 1. */
    record Place(int line, int column) {}

    /** A problem of the manifest. */
    public static Finding of(Problem problem) {
        return new Finding(
                problem.file(),
                Optional.of(new Place(problem.line(), problem.column())),
                Optional.empty(),
                problem.message());
    }

    /** What a run would end with, for which the module is to blame. */
    public static Finding of(Failure failure) {
        return new Finding(
                ConnectorFolder.MODULE,
                Optional.empty(),
                Optional.of(failure.failureClass().wireName()),
                failure.message());
    }

    /** Something about the manifest that keeps nothing from running. */
    public static Finding inManifest(Position at, String message) {
        return new Finding(
                ConnectorFolder.MANIFEST, Optional.of(new Place(at.line(), at.column())), Optional.empty(), message);
    }

    /** Something about the module that no run would end with. */
    public static Finding inModule(String message) {
        return new Finding(ConnectorFolder.MODULE, Optional.empty(), Optional.empty(), message);
    }

    /** {@code {"problems":[…]}}, and {@code warnings} in the same form if there are any. */
    public static ObjectNode document(List<Finding> findings, List<Finding> warnings) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        addTo(document, findings);
        if (!warnings.isEmpty()) {
            add(document.putArray("warnings"), warnings);
        }
        return document;
    }

    /** Adds {@code "problems":[…]} to a document. */
    public static void addTo(ObjectNode document, List<Finding> findings) {
        add(document.putArray("problems"), findings);
    }

    private static void add(ArrayNode array, List<Finding> findings) {
        findings.forEach(finding -> array.add(finding.node()));
    }

    private ObjectNode node() {
        ObjectNode node = JsonNodeFactory.instance.objectNode().put("file", file);
        place.ifPresent(at -> node.put("line", at.line()).put("column", at.column()));
        failureClass.ifPresent(name -> node.put("class", name));
        return node.put("message", message);
    }

    /** For a person: the place, then what is wrong. */
    @Override
    public String toString() {
        return file + place.map(at -> ":" + at.line() + ":" + at.column()).orElse("") + ": " + message;
    }
}
