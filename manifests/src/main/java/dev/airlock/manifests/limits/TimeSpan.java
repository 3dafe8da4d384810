package dev.airlock.manifests.limits;

import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Durations as text: {@code "500ms"}, {@code "30s"}, {@code "5min"}. */
public final class TimeSpan {
    private static final String RULE =
            "write a whole number with ms, s or min, for instance \"500ms\", \"30s\" or \"5min\"";
    private static final int MOST_DIGITS = 12;

    private TimeSpan() {}

    /** Parses a whole number of {@code ms}, {@code s}, {@code min} or {@code m} (also minutes). */
    public static Parsed<Duration> parse(String text) {
        int end = Digits.end(text);
        if (end == 0 || end > MOST_DIGITS) {
            return wrong(text, complaint(text, end), RULE);
        }
        String word = text.substring(end);
        long number = Long.parseLong(text.substring(0, end));
        return Unit.of(word)
                .map(unit -> Parsed.ok(Duration.ofMillis(number * unit.millis)))
                .orElseGet(() -> word.isEmpty()
                        ? wrong(text, "has no unit", "write for instance \"" + number + "s\" or \"" + number + "ms\"")
                        : wrong(text, "has the unit " + Printable.quoted(word), RULE));
    }

    /** Returns the duration, rounded down to milliseconds, with the largest unit that divides it: {@code 30s}, {@code 5min}. */
    public static String text(Duration duration) {
        long millis = duration.toMillis();
        return Unit.LARGEST_FIRST.stream()
                .filter(unit -> millis != 0 && millis % unit.millis == 0)
                .findFirst()
                .map(unit -> millis / unit.millis + unit.word)
                .orElse("0s");
    }

    private static String complaint(String text, int end) {
        if (text.startsWith("-")) {
            return "is negative";
        }
        return end == 0 ? "does not start with a whole number" : "is too large";
    }

    private static Parsed<Duration> wrong(String text, String what, String right) {
        return Parsed.wrong("duration " + Printable.quoted(text) + " " + what, right);
    }

    private enum Unit {
        MILLISECONDS("ms", 1),
        SECONDS("s", 1_000),
        MINUTES("min", 60_000),
        SHORT_MINUTES("m", 60_000);

        static final List<Unit> LARGEST_FIRST = List.of(MINUTES, SECONDS, MILLISECONDS);

        final String word;
        final long millis;

        Unit(String word, long millis) {
            this.word = word;
            this.millis = millis;
        }

        static Optional<Unit> of(String word) {
            return Arrays.stream(values())
                    .filter(unit -> unit.word.equals(word))
                    .findFirst();
        }
    }
}
