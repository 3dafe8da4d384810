package dev.airlock.formats.toml.tree;

/**
 * A value and its place.
 *
 * @param value the value
 * @param at its place; for the value of a key, the key's place
 * @param <T> the value's type
 */
public record Located<T>(T value, Position at) {}
