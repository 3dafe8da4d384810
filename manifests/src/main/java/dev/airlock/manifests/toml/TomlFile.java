package dev.airlock.manifests.toml;

import dev.airlock.manifests.parsing.Printable;
import java.util.List;
import java.util.Locale;
import org.tomlj.Toml;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlVersion;

/**
 * A TOML 1.1 file as read: its tables as far as they could be read, and the problems found so far.
 *
 * @param root the whole file as a table
 * @param problems where everything that reads the file reports
 */
public record TomlFile(Section root, ProblemList problems) {

    /** Parses a file's text; whatever is wrong with it is in {@link #problems()}. */
    public static TomlFile parse(String file, String text) {
        TomlParseResult result = Toml.parse(text, TomlVersion.V1_1_0);
        List<TomlParseError> errors = result.errors();
        ProblemList problems = new ProblemList(
                file, new BrokenHeaders(text, errors.stream().map(TomlFile::at).toList()));
        errors.forEach(error -> report(error, problems));
        return new TomlFile(new Section(result, Position.START, "the file", problems), problems);
    }

    private static Position at(TomlParseError error) {
        return Position.of(error.position(), Position.START);
    }

    private static void report(TomlParseError error, ProblemList problems) {
        String message = Printable.of(String.valueOf(error.getMessage()));
        int expected = message.indexOf(", expected ");
        String what = expected < 0 ? message : message.substring(0, expected);
        String right = expected < 0 ? right(message) : message.substring(expected + 2);
        problems.addSyntax(
                at(error), "TOML: " + what.substring(0, 1).toLowerCase(Locale.ROOT) + what.substring(1), right);
    }

    private static String right(String message) {
        return message.contains("previously defined")
                ? "write each table and each key once"
                : "correct the TOML at this place";
    }
}
