package dev.airlock.failures.text;

import java.util.function.UnaryOperator;

/**
 * The words of a failure in parts, because the sentence about its effect is known last and goes in the middle.
 *
 * @param what what happened, in whole sentences
 * @param next what to do, in whole sentences or as a text to paste; may be empty
 * @param last the sentences that recovery adds; may be empty
 * @param whole whether the first part is a complete message that was read
 */
public record Words(String what, String next, String last, boolean whole) {
    public Words(String what, String next) {
        this(what, next, "", false);
    }

    /** Returns the words of a complete message that was read. */
    public static Words whole(String message) {
        return new Words(message, "", "", true);
    }

    /** Returns the message with a sentence about the effect, which may be empty. */
    public String with(String effect) {
        return joined(joined(joined(what, whole ? "" : effect), next), last);
    }

    public Words withoutNext() {
        return new Words(what, "", last, whole);
    }

    public Words then(String sentence) {
        return new Words(what, next, joined(last, sentence), whole);
    }

    public Words after(String sentence) {
        return new Words(joined(sentence, what), next, last, whole);
    }

    public Words mapped(UnaryOperator<String> change) {
        return new Words(change.apply(what), change.apply(next), change.apply(last), whole);
    }

    private static String joined(String first, String second) {
        return first.isEmpty() || second.isEmpty() ? first + second : first + " " + second;
    }
}
