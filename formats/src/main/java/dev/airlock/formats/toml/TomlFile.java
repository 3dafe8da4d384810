package dev.airlock.formats.toml;

import dev.airlock.formats.toml.plain.PlainToml;
import dev.airlock.formats.toml.tree.ContentLines;
import dev.airlock.formats.toml.tree.Position;
import dev.airlock.formats.toml.tree.TableNode;
import java.util.Optional;

/**
 * A TOML 1.1 file: its tables as far as they could be read, and the problems found so far.
 *
 * @param root the whole file as a table
 * @param problems the collector of the file's problems
 */
public record TomlFile(Section root, ProblemList problems) {

    /** The most lines of a file, blank lines and comments not counted. */
    public static final int MAX_LINES = 10_000;

    static final String NAME = "the file";

    private static final String TOO_MANY_LINES = "the file has more than " + MAX_LINES + " lines with content";

    /** Parses a file's text. Adds every problem to {@link #problems()}. */
    public static TomlFile parse(String file, String text) {
        ContentLines lines = ContentLines.of(text);
        ProblemList problems = new ProblemList(file);
        lines.excess(MAX_LINES)
                .ifPresent(at -> problems.addSyntax(at, TOO_MANY_LINES, "remove what is not a declaration"));
        String toml = lines.excess(MAX_LINES).isPresent() ? "" : lines.text();
        TableNode table = table(toml, lines, problems);
        problems.shadowBrokenHeaders(text);
        return new TomlFile(new Section(table, Position.START, NAME, problems), problems);
    }

    /** Reads plain TOML directly, because a full parser takes 200 ms to start. */
    private static TableNode table(String toml, ContentLines lines, ProblemList problems) {
        Optional<TableNode> plain = PlainToml.read(toml, lines);
        return plain.isPresent() ? plain.get() : TomljReader.read(toml, lines, problems);
    }
}
