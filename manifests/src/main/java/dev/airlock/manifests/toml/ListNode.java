package dev.airlock.manifests.toml;

import java.util.List;

/**
 * A list in a TOML file, or the tables with the same header in double brackets.
 *
 * @param elements its values, each with its place
 */
record ListNode(List<Located<Object>> elements) {
    boolean isEmpty() {
        return elements.isEmpty();
    }
}
