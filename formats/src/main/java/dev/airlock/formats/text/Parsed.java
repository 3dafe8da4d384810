package dev.airlock.formats.text;

import java.util.Optional;
import java.util.function.Function;

/**
 * The outcome of parsing a text: a checked value, or the problem with the text and its correction.
 *
 * <p>For a constant, write {@code HostPort.parse("api.example.com:443").orThrow()}; for a text by others, handle both cases.
 *
 * @param <T> the type of the checked value
 */
public sealed interface Parsed<T> {

    /** The value of a valid text. */
    record Ok<T>(T value) implements Parsed<T> {}

    /**
     * The text is invalid.
     *
     * @param what the problem, a phrase without a full stop
     * @param right the correction, a phrase without a full stop
     */
    record Wrong<T>(String what, String right) implements Parsed<T> {
        /** Returns both phrases on one line, safe to print. */
        public String message() {
            return Printable.of(what + "; " + right);
        }
    }

    /** Returns a checked value. */
    static <T> Parsed<T> ok(T value) {
        return new Ok<>(value);
    }

    /** Returns a problem with the text and its correction. */
    static <T> Parsed<T> wrong(String what, String right) {
        return new Wrong<>(what, right);
    }

    /** Returns the value, if the text is valid. */
    default Optional<T> optional() {
        return this instanceof Ok<T> ok ? Optional.of(ok.value()) : Optional.empty();
    }

    /** Returns this with its value changed; an invalid one stays as it is. */
    default <R> Parsed<R> map(Function<? super T, ? extends R> change) {
        return then(value -> ok(change.apply(value)));
    }

    /** Returns this with its value parsed further; an invalid one stays as it is. */
    default <R> Parsed<R> then(Function<? super T, Parsed<R>> next) {
        if (this instanceof Wrong<T> wrong) {
            return new Wrong<>(wrong.what(), wrong.right());
        }
        return next.apply(((Ok<T>) this).value());
    }

    /**
     * Returns the value, for a caller that knows its text to be valid.
     *
     * @throws IllegalArgumentException with {@link Wrong#message()} when the text is invalid
     */
    default T orThrow() {
        if (this instanceof Wrong<T> wrong) {
            throw new IllegalArgumentException(wrong.message());
        }
        return ((Ok<T>) this).value();
    }
}
