package dev.airlock.formats.toml.tree;

import java.util.Map;

/**
 * A table of a TOML file.
 *
 * @param members each value by its key, with the key's place, in the order of the file; a value is a text, a {@code Long}, a
 *     {@code Double}, a {@code Boolean}, a date or time, a {@link ListNode} or another table
 */
public record TableNode(Map<String, Located<Object>> members) {}
