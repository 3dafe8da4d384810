package dev.airlock.formats.text;

/**
 * Makes text safe to print: without control characters, invisible characters and characters that change the direction of writing.
 *
 * <p>Others write manifests, and the text of a manifest appears in messages on terminals.
 */
public final class Printable {
    private static final int QUOTED_LENGTH = 100;

    private Printable() {}

    /** Returns the text with every unprintable character replaced by its escape, for instance {@code \u001b}. */
    public static String of(String text) {
        if (text.codePoints().allMatch(Printable::isPrintable)) {
            return text;
        }
        StringBuilder printable = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> append(printable, c));
        return printable.toString();
    }

    /** Returns the text in double quotes, printable and cut to a length that fits into a message. */
    public static String quoted(String text) {
        if (text.codePointCount(0, text.length()) <= QUOTED_LENGTH) {
            return '"' + of(text) + '"';
        }
        int end = text.offsetByCodePoints(0, QUOTED_LENGTH);
        return '"' + of(text.substring(0, end)) + "…\"";
    }

    /** Returns whether the character is neither a control character nor invisible nor unassigned. */
    public static boolean isPrintable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    /**
     * Returns the first character that must not appear in text for a person: a control character, a line or paragraph separator, half a
     * surrogate pair, or a character that changes the direction of writing.
     *
     * @return the character, or -1 when the text has none
     */
    public static int firstControl(String text) {
        return text.codePoints().filter(Printable::isControl).findFirst().orElse(-1);
    }

    private static boolean isControl(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                true;
            default ->
                c == 0x061c || c == 0x200e || c == 0x200f || within(c, 0x202a, 0x202e) || within(c, 0x2066, 0x2069);
        };
    }

    private static boolean within(int c, int first, int last) {
        return c >= first && c <= last;
    }

    private static void append(StringBuilder printable, int c) {
        if (isPrintable(c)) {
            printable.appendCodePoint(c);
        } else {
            printable.append(String.format("\\u%04x", c));
        }
    }
}
