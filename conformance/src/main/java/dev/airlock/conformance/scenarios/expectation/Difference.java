package dev.airlock.conformance.scenarios.expectation;

import java.util.Optional;

/**
 * A difference from an expectation.
 *
 * @param at its place, such as {@code output/issues/0/title}
 * @param expected the expected text; empty if none was expected
 * @param actual the actual text; empty if there was none
 */
public record Difference(String at, Optional<String> expected, Optional<String> actual) {
    public static Difference of(String at, String expected, String actual) {
        return new Difference(at, Optional.of(expected), Optional.of(actual));
    }

    public static Difference missing(String at, String expected) {
        return new Difference(at, Optional.of(expected), Optional.empty());
    }

    public static Difference unexpected(String at, String actual) {
        return new Difference(at, Optional.empty(), Optional.of(actual));
    }
}
