package dev.airlock.manifests.toml;

import dev.airlock.manifests.parsing.Printable;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.tomlj.Toml;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseOptions;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlVersion;

/**
 * A TOML 1.1 file as read: its tables as far as they could be read, and the problems found so far.
 *
 * @param root the whole file as a table
 * @param problems where everything that reads the file reports
 */
public record TomlFile(Section root, ProblemList problems) {

    /** The most lines of a file, blank lines and comments not counted. */
    public static final int MAX_LINES = 10_000;

    static final String NAME = "the file";

    private static final String TOO_MANY_LINES = "the file has more than " + MAX_LINES + " lines with content";

    /** Without the source: a parser that keeps it trips over its own assertions on some broken files. */
    private static final TomlParseOptions OPTIONS =
            TomlParseOptions.sourceless().withVersion(TomlVersion.V1_1_0);

    private static final Pattern PLACE = Pattern.compile("line ([0-9]{1,9}), column ([0-9]{1,9})");

    /** Parses a file's text; whatever is wrong with it is in {@link #problems()}. */
    public static TomlFile parse(String file, String text) {
        ContentLines lines = ContentLines.of(text);
        ProblemList problems = new ProblemList(file, lines);
        lines.excess(MAX_LINES).ifPresent(at -> problems.addSyntax(at, TOO_MANY_LINES, "keep it to what it declares"));
        String toml = lines.excess(MAX_LINES).isPresent() ? "" : lines.text();
        TomlParseResult result = Toml.parse(toml, OPTIONS);
        result.errors().forEach(error -> report(error, lines, problems));
        problems.shadowBrokenHeaders(text);
        return new TomlFile(new Section(result, Position.START, NAME, problems), problems);
    }

    private static void report(TomlParseError error, ContentLines lines, ProblemList problems) {
        String message = PLACE.matcher(Printable.of(String.valueOf(error.getMessage())))
                .replaceAll(place -> inFile(lines, place));
        int expected = message.indexOf(", expected ");
        String what = expected < 0 ? message : message.substring(0, expected);
        String right = expected < 0 ? right(message) : message.substring(expected + 2);
        problems.addSyntax(
                problems.place(error.position(), Position.START),
                "TOML: " + what.substring(0, 1).toLowerCase(Locale.ROOT) + what.substring(1),
                right);
    }

    private static String inFile(ContentLines lines, MatchResult place) {
        Position position =
                lines.inFile(new Position(Integer.parseInt(place.group(1)), Integer.parseInt(place.group(2))));
        return position.line() + ":" + position.column();
    }

    private static String right(String message) {
        return message.contains("previously defined")
                ? "write each table and each key once"
                : "correct the TOML at this place";
    }
}
