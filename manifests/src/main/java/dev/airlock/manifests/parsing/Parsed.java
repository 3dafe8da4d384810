package dev.airlock.manifests.parsing;

import java.util.Optional;
import java.util.function.Function;

/**
 * The outcome of parsing text: a checked value, or what is wrong with the text and what would be right.
 *
 * <p>A caller that holds a constant says {@code HostPort.parse("api.example.com:443").orThrow()}; a caller that holds
 * someone else's text looks at both cases.
 *
 * @param <T> the type of the checked value
 */
public sealed interface Parsed<T> {

    /** The text was right, and this is what it means. */
    record Ok<T>(T value) implements Parsed<T> {}

    /**
     * The text was wrong.
     *
     * @param what what is wrong, a phrase without a full stop
     * @param right what would be right, a phrase without a full stop
     */
    record Wrong<T>(String what, String right) implements Parsed<T> {
        /** Both halves as one line, safe to print. */
        public String message() {
            return Printable.of(what + "; " + right);
        }
    }

    /** A checked value. */
    static <T> Parsed<T> ok(T value) {
        return new Ok<>(value);
    }

    /** What is wrong with the text, and what would be right. */
    static <T> Parsed<T> wrong(String what, String right) {
        return new Wrong<>(what, right);
    }

    /** The value, if the text was right. */
    default Optional<T> optional() {
        return this instanceof Ok<T> ok ? Optional.of(ok.value()) : Optional.empty();
    }

    /** The value of this one made into another value; what is wrong stays what is wrong. */
    default <R> Parsed<R> map(Function<? super T, ? extends R> change) {
        return then(value -> ok(change.apply(value)));
    }

    /** The value of this one parsed further; what is wrong stays what is wrong. */
    default <R> Parsed<R> then(Function<? super T, Parsed<R>> next) {
        if (this instanceof Wrong<T> wrong) {
            return new Wrong<>(wrong.what(), wrong.right());
        }
        return next.apply(((Ok<T>) this).value());
    }

    /**
     * The value, for a caller that knows its text to be right.
     *
     * @throws IllegalArgumentException with {@link Wrong#message()} when the text is wrong
     */
    default T orThrow() {
        if (this instanceof Wrong<T> wrong) {
            throw new IllegalArgumentException(wrong.message());
        }
        return ((Ok<T>) this).value();
    }
}
