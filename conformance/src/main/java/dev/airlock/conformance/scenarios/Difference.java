package dev.airlock.conformance.scenarios;

import java.util.Optional;

/**
 * One thing that is not as it was expected.
 *
 * @param at what it is about, such as {@code output/issues/0/title}
 * @param expected what was expected; empty if nothing was
 * @param actual what came; empty if nothing did
 */
public record Difference(String at, Optional<String> expected, Optional<String> actual) {
    static Difference of(String at, String expected, String actual) {
        return new Difference(at, Optional.of(expected), Optional.of(actual));
    }

    static Difference missing(String at, String expected) {
        return new Difference(at, Optional.of(expected), Optional.empty());
    }

    static Difference unexpected(String at, String actual) {
        return new Difference(at, Optional.empty(), Optional.of(actual));
    }
}
