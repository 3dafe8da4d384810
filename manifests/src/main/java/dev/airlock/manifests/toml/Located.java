package dev.airlock.manifests.toml;

/**
 * A value and the place where it is written.
 *
 * @param value the value
 * @param at its place; for the value of a key, the key's
 * @param <T> the value's type
 */
public record Located<T>(T value, Position at) {}
