package dev.airlock.cli.recordings;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.conformance.scenarios.ScenarioSuite;
import dev.airlock.formats.text.Printable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A scenario that was converted from a recorded call.
 *
 * @param file its file, as it was typed
 * @param replaced the places of made-up values
 * @param remarks the other differences from the recording
 */
public record WrittenScenario(Path file, List<String> replaced, List<String> remarks) {
    /** Copies the lists. */
    public WrittenScenario {
        replaced = List.copyOf(replaced);
        remarks = List.copyOf(remarks);
    }

    /** Returns the result as JSON. */
    public ObjectNode document() {
        ObjectNode document = JsonNodeFactory.instance.objectNode().put("file", file.toString());
        replaced.forEach(document.putArray("replaced")::add);
        remarks.forEach(document.putArray("remarks")::add);
        return document.put("next", next());
    }

    /** Returns the result as lines for a person. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("scenario: " + TypedFile.shown(file));
        replaced.forEach(place -> lines.add("  replaced by a made-up value: " + Printable.of(place)));
        remarks.forEach(remark -> lines.add("  " + Printable.of(remark)));
        lines.add("  Arguments and answers stay as they were: read them before you commit the file.");
        if (folder().isEmpty()) {
            lines.add("Move it into the folder tests of its connector, DIR; airlock test reads scenarios there.");
        }
        lines.add("It expects the recorded outcome, so it passes. Run it, then correct [expect] to the right outcome:");
        lines.add("  " + next());
        return lines;
    }

    private String next() {
        String name = String.valueOf(file.getFileName());
        String only = name.substring(0, name.length() - ScenarioSuite.ENDING.length());
        return "airlock test " + folder().map(WrittenScenario::word).orElse("DIR") + " --only " + word(Path.of(only));
    }

    /** Returns the connector's folder, if the file is in its folder of tests. */
    private Optional<Path> folder() {
        return Optional.ofNullable(file.getParent())
                .filter(tests -> tests.endsWith(ScenarioSuite.FOLDER))
                .map(tests -> Optional.ofNullable(tests.getParent()).orElse(Path.of(".")));
    }

    /** Returns a path as a word for a shell. */
    private static String word(Path path) {
        String text = TypedFile.shown(path);
        return text.matches("[\\w@%+=:,./-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
