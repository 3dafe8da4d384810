package dev.airlock.cli.environment;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.failures.Failure;
import dev.airlock.formats.text.Problem;
import dev.airlock.formats.toml.tree.Position;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A problem of a connector that was found without a run.
 *
 * @param file the name of the file with the problem, without its path unless a person named it
 * @param place line and column, if known
 * @param failureClass the class of the failure with which a run would end, if it would
 * @param message the problem and its correction
 */
public record Finding(String file, Optional<Place> place, Optional<String> failureClass, String message) {
    /** A place in a text, counted from 1. */
    record Place(int line, int column) {}

    /** Returns a problem of the manifest. */
    public static Finding of(Problem problem) {
        return new Finding(
                problem.file(),
                Optional.of(new Place(problem.line(), problem.column())),
                Optional.empty(),
                problem.message());
    }

    /** Returns the failure with which a run would end because of the module. */
    public static Finding of(Failure failure) {
        return new Finding(
                ConnectorFolder.MODULE,
                Optional.empty(),
                Optional.of(failure.failureClass().wireName()),
                failure.message());
    }

    /** Returns a finding about the manifest that prevents no run. */
    public static Finding inManifest(Position at, String message) {
        return new Finding(
                ConnectorFolder.MANIFEST, Optional.of(new Place(at.line(), at.column())), Optional.empty(), message);
    }

    /** Returns a finding about the module with which no run would end. */
    public static Finding inModule(String message) {
        return new Finding(ConnectorFolder.MODULE, Optional.empty(), Optional.empty(), message);
    }

    /** Returns a finding about another file of the connector's folder. */
    public static Finding in(String file, String message) {
        return new Finding(file, Optional.empty(), Optional.empty(), message);
    }

    /** Returns a finding about a module that a person named by its file. */
    public static Finding inFile(Path typed, String message) {
        return new Finding(TypedFile.shown(typed), Optional.empty(), Optional.empty(), message);
    }

    /** Returns the document {@code {"problems":[…]}}, with {@code warnings} in the same form if there are any. */
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

    /** Returns the place and then the problem, for a person. */
    @Override
    public String toString() {
        return file + place.map(at -> ":" + at.line() + ":" + at.column()).orElse("") + ": " + message;
    }
}
