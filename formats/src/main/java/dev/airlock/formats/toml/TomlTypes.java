package dev.airlock.formats.toml;

import dev.airlock.formats.toml.tree.ListNode;
import dev.airlock.formats.toml.tree.TableNode;

/** The names of TOML's types in messages. */
final class TomlTypes {
    private TomlTypes() {}

    static String name(Object value) {
        if (value instanceof String) {
            return "text";
        }
        if (value instanceof Long) {
            return "a whole number";
        }
        if (value instanceof Double) {
            return "a number with a fraction";
        }
        if (value instanceof Boolean) {
            return "true or false";
        }
        if (value instanceof ListNode) {
            return "a list";
        }
        return value instanceof TableNode ? "a table" : "a date or a time";
    }
}
