package dev.airlock.formats.toml.tree;

import java.util.List;

/**
 * A list in a TOML file, or the tables with the same header in double brackets.
 *
 * @param elements its values, each with its place
 */
public record ListNode(List<Located<Object>> elements) {
    public boolean isEmpty() {
        return elements.isEmpty();
    }
}
