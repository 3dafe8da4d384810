package dev.airlock.formats.toml;

import dev.airlock.formats.text.Printable;
import dev.airlock.formats.toml.tree.ContentLines;
import dev.airlock.formats.toml.tree.ListNode;
import dev.airlock.formats.toml.tree.Located;
import dev.airlock.formats.toml.tree.Position;
import dev.airlock.formats.toml.tree.TableNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseOptions;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;
import org.tomlj.TomlVersion;

/** Reads any TOML with tomlj and reports every problem. */
public final class TomljReader {
    /** Options without the source, because a parser that keeps the source fails its own assertions on some broken files. */
    private static final TomlParseOptions OPTIONS =
            TomlParseOptions.sourceless().withVersion(TomlVersion.V1_1_0);

    private static final Pattern PLACE = Pattern.compile("line ([0-9]{1,9}), column ([0-9]{1,9})");

    private final ContentLines lines;
    private final ProblemList problems;

    private TomljReader(ContentLines lines, ProblemList problems) {
        this.lines = lines;
        this.problems = problems;
    }

    /** Returns the file's tables, as far as they could be read. */
    public static TableNode read(String toml, ContentLines lines, ProblemList problems) {
        TomljReader reader = new TomljReader(lines, problems);
        TomlParseResult result = Toml.parse(toml, OPTIONS);
        result.errors().forEach(reader::report);
        return reader.table(result, Position.START);
    }

    private TableNode table(TomlTable table, Position at) {
        Map<String, Located<Object>> members = new LinkedHashMap<>();
        for (Map.Entry<String, Object> entry : table.entrySet()) {
            Position place = place(table.inputPositionOf(List.of(entry.getKey())), at);
            members.put(entry.getKey(), new Located<>(node(entry.getValue(), place), place));
        }
        return new TableNode(members);
    }

    private ListNode list(TomlArray list, Position at) {
        List<Located<Object>> elements = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            Position place = place(list.inputPositionOf(i), at);
            elements.add(new Located<>(node(list.get(i), place), place));
        }
        return new ListNode(elements);
    }

    private Object node(Object value, Position at) {
        if (value instanceof TomlTable table) {
            return table(table, at);
        }
        return value instanceof TomlArray list ? list(list, at) : value;
    }

    private Position place(@Nullable TomlPosition position, Position otherwise) {
        return position == null ? otherwise : lines.inFile(new Position(position.line(), position.column()));
    }

    private void report(TomlParseError error) {
        String message =
                PLACE.matcher(Printable.of(String.valueOf(error.getMessage()))).replaceAll(this::inFile);
        int expected = message.indexOf(", expected ");
        String what = expected < 0 ? message : message.substring(0, expected);
        String right = expected < 0 ? right(message) : message.substring(expected + 2);
        problems.addSyntax(
                place(error.position(), Position.START),
                "TOML: " + what.substring(0, 1).toLowerCase(Locale.ROOT) + what.substring(1),
                right);
    }

    private String inFile(MatchResult place) {
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
