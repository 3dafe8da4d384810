package dev.airlock.formats.toml.plain;

import dev.airlock.formats.toml.tree.ContentLines;
import dev.airlock.formats.toml.tree.ListNode;
import dev.airlock.formats.toml.tree.Located;
import dev.airlock.formats.toml.tree.Position;
import dev.airlock.formats.toml.tree.TableNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the subset of TOML in which nearly all manifests are written, without the start of a full parser: tables whose headers have bare
 * names, keys without dots, texts, whole numbers, simple fractions, flags, lists and inline tables.
 *
 * <p>It never guesses. It leaves rarer or wrong TOML to {@code TomljReader}, so its values and places are the same as that reader's, and
 * all messages come from that reader.
 */
public final class PlainToml {
    private final TomlCursor cursor;
    private final ContentLines lines;
    private final PlainValues values;
    private final TableNode root = new TableNode(new LinkedHashMap<>());

    /** The tables and lists that headers created. Only these tables may have tables under their own headers, and only these lists grow. */
    private final Set<Object> headed = Collections.newSetFromMap(new IdentityHashMap<>());

    private TableNode current = root;

    private PlainToml(String toml, ContentLines lines) {
        this.cursor = new TomlCursor(toml);
        this.lines = lines;
        this.values = new PlainValues(cursor, lines);
        headed.add(root);
    }

    /** Returns the tables of a text; empty if it is not plain. */
    public static Optional<TableNode> read(String toml, ContentLines lines) {
        if (!hasOnlyPlainCharacters(toml)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new PlainToml(toml, lines).tables());
        } catch (NotPlainException e) {
            return Optional.empty();
        }
    }

    private static boolean hasOnlyPlainCharacters(String toml) {
        for (int i = 0; i < toml.length(); i++) {
            char c = toml.charAt(i);
            boolean isPlain = (c >= ' ' && c <= '~') || c == '\n' || c == '\t' || (c >= 0xA0 && c <= 0xD7FF);
            if (!isPlain) {
                return false;
            }
        }
        return true;
    }

    private TableNode tables() throws NotPlainException {
        for (cursor.skipLines(); !cursor.atEnd(); cursor.skipLines()) {
            if (cursor.peek() == '[') {
                header();
            } else {
                values.member(current.members());
            }
            cursor.skipBlanks();
            cursor.skipComment();
            if (!cursor.atEnd()) {
                cursor.require('\n');
            }
        }
        return root;
    }

    private void header() throws NotPlainException {
        Position at = lines.inFile(cursor.here());
        boolean isOfList = cursor.take("[[");
        if (!isOfList) {
            cursor.require('[');
        }
        Map<String, Located<Object>> parent = root.members();
        String name = bareName();
        while (cursor.take(".")) {
            parent = under(parent, name, at).members();
            name = bareName();
        }
        cursor.require(']');
        if (isOfList) {
            cursor.require(']');
        }
        current = isOfList ? element(parent, name, at) : fresh(parent, name, at);
    }

    private String bareName() throws NotPlainException {
        String name = cursor.word();
        if (name.isEmpty()) {
            throw new NotPlainException();
        }
        return name;
    }

    /** Returns the table of that name on the way to another one; creates it if it is missing. */
    private TableNode under(Map<String, Located<Object>> parent, String name, Position at) throws NotPlainException {
        Located<Object> member = parent.get(name);
        if (member == null) {
            return fresh(parent, name, at);
        }
        if (!headed.contains(member.value())) {
            throw new NotPlainException();
        }
        return member.value() instanceof ListNode list ? last(list) : (TableNode) member.value();
    }

    private static TableNode last(ListNode list) {
        return (TableNode) list.elements().get(list.elements().size() - 1).value();
    }

    private TableNode fresh(Map<String, Located<Object>> parent, String name, Position at) throws NotPlainException {
        TableNode table = new TableNode(new LinkedHashMap<>());
        headed.add(table);
        if (parent.putIfAbsent(name, new Located<>(table, at)) != null) {
            throw new NotPlainException();
        }
        return table;
    }

    private TableNode element(Map<String, Located<Object>> parent, String name, Position at) throws NotPlainException {
        TableNode table = new TableNode(new LinkedHashMap<>());
        headed.add(table);
        listOf(parent, name, at).elements().add(new Located<>(table, at));
        return table;
    }

    private ListNode listOf(Map<String, Located<Object>> parent, String name, Position at) throws NotPlainException {
        @Nullable Located<Object> member = parent.get(name);
        if (member == null) {
            ListNode list = new ListNode(new ArrayList<>());
            headed.add(list);
            parent.put(name, new Located<>(list, at));
            return list;
        }
        if (member.value() instanceof ListNode list && headed.contains(list)) {
            return list;
        }
        throw new NotPlainException();
    }
}
