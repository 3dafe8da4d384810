package dev.airlock.failures.text;

/**
 * A text by a guest or an upstream that was made safe to show: on one line, without characters that control a terminal, reorder text or
 * hide in it, and cut with a mark.
 *
 * <p>Cleaning removes control characters, format characters (bidirectional controls, zero-width characters, tags), line and paragraph
 * separators, lone surrogates, and the letters and marks that Unicode says not to draw. It also splits joined emoji into their parts,
 * because their joiners are invisible.
 *
 * @param text the cleaned text
 */
public record ForeignText(String text) {
    /** The most characters (code points) of foreign text that are kept, including the mark of a cut. */
    public static final int MAX_CHARS = 500;

    private static final String CUT_MARK = "…";
    /** The characters that end a sentence; no full stop is added after one. */
    private static final String ENDS = ".!?…。！？";

    public ForeignText {
        text = clean(text);
    }

    /** Returns the text cleaned and cut at its end. Cleaning twice changes nothing. */
    public static String clean(String text) {
        return clean(text, MAX_CHARS);
    }

    /** Returns the text cleaned and cut at its end to that many characters, at least 1, including the mark of a cut. */
    public static String clean(String text, int maxChars) {
        String shown = shown(text, maxChars + 1);
        return shown.codePointCount(0, shown.length()) <= maxChars
                ? shown
                : shown.substring(0, shown.offsetByCodePoints(0, maxChars - 1)) + CUT_MARK;
    }

    /** Returns the text cleaned and cut at its start, for texts whose end matters, such as a log. */
    public static String cleanEnd(String text) {
        String shown = cleanWhole(text);
        return shown.codePointCount(0, shown.length()) <= MAX_CHARS
                ? shown
                : CUT_MARK + shown.substring(shown.offsetByCodePoints(shown.length(), 1 - MAX_CHARS));
    }

    /** Returns the text cleaned and not cut, for Airlock's own sentences that quote a name. */
    public static String cleanWhole(String text) {
        return shown(text, Integer.MAX_VALUE);
    }

    /** Returns cleaned text in quotation marks; the same marks within it become plain ones. */
    public static String quote(String cleaned) {
        return "“" + cleaned.replace('“', '"').replace('”', '"') + "”";
    }

    /** Returns cleaned text in quotation marks with a full stop after them, unless the text itself ends a sentence. */
    public static String quoteAtEnd(String cleaned) {
        String text = cleaned.stripTrailing();
        boolean isEnded = !text.isEmpty() && ENDS.indexOf(text.charAt(text.length() - 1)) >= 0;
        return quote(text) + (isEnded ? "" : ".");
    }

    /**
     * Returns a sentence with the speaker's name and then the text in quotes.
     *
     * @param speaker the writer of the text, in Airlock's words: "the connector", "the upstream"
     */
    public String attributedTo(String speaker) {
        return speaker + " says: " + quoteAtEnd(text);
    }

    /** Returns at most that many of the characters that are shown; each run of line breaks and tabs between them becomes one space. */
    private static String shown(String text, int atMost) {
        StringBuilder out = new StringBuilder(Math.min(text.length(), MAX_CHARS + 1));
        int kept = 0;
        boolean broken = false;
        for (int i = 0; i < text.length() && kept < atMost; ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (isBreak(c)) {
                broken = true;
            } else if (isShown(c)) {
                if (broken && !out.isEmpty() && c != ' ' && out.charAt(out.length() - 1) != ' ') {
                    out.append(' ');
                    kept++;
                }
                broken = false;
                out.appendCodePoint(c);
                kept++;
            }
        }
        return out.toString();
    }

    private static boolean isBreak(int c) {
        return c == '\n' || c == '\r' || c == '\t' || c == 0x2028 || c == 0x2029 || c == 0x85;
    }

    private static boolean isShown(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE -> false;
            default -> !isIgnorable(c);
        };
    }

    /**
     * Returns whether a character is one of the other Default_Ignorable_Code_Point ones: fillers, variation selectors, and the plane of
     * tags, assigned or not.
     */
    private static boolean isIgnorable(int c) {
        return c == 0x034F
                || c == 0x115F
                || c == 0x1160
                || c == 0x17B4
                || c == 0x17B5
                || (c >= 0x180B && c <= 0x180F)
                || (c >= 0x2060 && c <= 0x206F)
                || c == 0x3164
                || (c >= 0xFE00 && c <= 0xFE0F)
                || c == 0xFFA0
                || (c >= 0xFFF0 && c <= 0xFFF8)
                || (c >= 0xE0000 && c <= 0xE0FFF);
    }
}
