package dev.airlock.manifests.limits;

import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A number of bytes, written with a binary unit: {@code "64MiB"}.
 *
 * @param bytes the number of bytes, zero or more
 */
public record ByteSize(long bytes) {
    private static final String RULE =
            "write a whole number with KiB, MiB or GiB, for instance \"64MiB\", or plain bytes";
    private static final int MOST_DIGITS = 18;

    /** Checks the number. */
    public ByteSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("a size is not negative: " + bytes);
        }
    }

    /** Returns that many times 1,024 bytes. */
    public static ByteSize kib(long number) {
        return new ByteSize(Math.multiplyExact(number, Unit.KIB.bytes));
    }

    /** Returns that many times 1,048,576 bytes. */
    public static ByteSize mib(long number) {
        return new ByteSize(Math.multiplyExact(number, Unit.MIB.bytes));
    }

    /** Returns that many times 1,073,741,824 bytes. */
    public static ByteSize gib(long number) {
        return new ByteSize(Math.multiplyExact(number, Unit.GIB.bytes));
    }

    /** Parses {@code "64MiB"}, {@code "512KiB"}, {@code "1GiB"} or plain bytes. Refuses units that are not binary. */
    public static Parsed<ByteSize> parse(String text) {
        int end = Digits.end(text);
        Optional<Unit> unit = Unit.of(text.substring(end));
        if (end == 0 || end > MOST_DIGITS || unit.isEmpty()) {
            return Parsed.wrong("size " + Printable.quoted(text) + " " + complaint(text, end), right(text, end));
        }
        long number = Long.parseLong(text.substring(0, end));
        return number > Long.MAX_VALUE / unit.get().bytes
                ? Parsed.wrong("size " + Printable.quoted(text) + " is too large", RULE)
                : Parsed.ok(new ByteSize(number * unit.get().bytes));
    }

    /** Returns the size with the largest unit that divides it, for instance {@code 64MiB}; plain bytes when none does. */
    @Override
    public String toString() {
        return Unit.LARGEST_FIRST.stream()
                .filter(unit -> bytes > 0 && bytes % unit.bytes == 0)
                .findFirst()
                .map(unit -> bytes / unit.bytes + unit.word)
                .orElse(Long.toString(bytes));
    }

    private static String complaint(String text, int end) {
        if (text.startsWith("-")) {
            return "is negative";
        }
        if (end == 0) {
            return "does not start with a whole number";
        }
        return end > MOST_DIGITS ? "is too large" : "has the unit " + Printable.quoted(text.substring(end));
    }

    private static String right(String text, int end) {
        String unit = text.substring(end).strip().toLowerCase(Locale.ROOT);
        if (end == 0 || end > MOST_DIGITS || unit.isEmpty()) {
            return RULE;
        }
        return Unit.LARGEST_FIRST.stream()
                .filter(known -> known.meantBy(unit))
                .findFirst()
                .map(known -> "write \"" + text.substring(0, end) + known.word
                        + "\" (units are KiB, MiB and GiB, or plain bytes)")
                .orElse(RULE);
    }

    private enum Unit {
        BYTES("", 1),
        KIB("KiB", 1L << 10),
        MIB("MiB", 1L << 20),
        GIB("GiB", 1L << 30);

        static final List<Unit> LARGEST_FIRST = List.of(GIB, MIB, KIB);

        final String word;
        final long bytes;

        Unit(String word, long bytes) {
            this.word = word;
            this.bytes = bytes;
        }

        static Optional<Unit> of(String word) {
            return List.of(values()).stream()
                    .filter(unit -> unit.word.equals(word))
                    .findFirst();
        }

        boolean meantBy(String lowerWord) {
            String letter = word.substring(0, 1).toLowerCase(Locale.ROOT);
            return lowerWord.equals(letter) || lowerWord.equals(letter + "b") || lowerWord.equals(letter + "ib");
        }
    }
}
