package dev.airlock.failures;

/**
 * Text that a guest or an upstream wrote, made safe to show: control characters and characters that reorder or hide
 * text (Unicode categories Cc, Cf, Zl, Zp, and lone surrogates) are taken out, and what is longer than
 * {@value #MAX_CHARS} characters is cut with a mark.
 *
 * @param text the cleaned text, on one line
 */
public record ForeignText(String text) {
    /** How many characters (code points) of foreign text are kept. */
    public static final int MAX_CHARS = 500;

    private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
    private static final int ZERO_WIDTH_JOINER = 0x200D;

    public ForeignText {
        text = clean(text);
    }

    /** The cleaned form of the text. Cleaning twice changes nothing. */
    public static String clean(String text) {
        return clean(text, MAX_CHARS);
    }

    /** The same with another number of characters kept, at least 1. */
    public static String clean(String text, int maxChars) {
        StringBuilder out = new StringBuilder(Math.min(text.length(), maxChars + 1));
        int kept = 0;
        boolean spaceBefore = false;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (isBreak(c)) {
                if (spaceBefore || out.isEmpty()) {
                    continue;
                }
                c = ' ';
            } else if (!isShown(c)) {
                continue;
            }
            if (kept == maxChars) {
                return out.append('…').toString();
            }
            spaceBefore = c == ' ';
            out.appendCodePoint(c);
            kept++;
        }
        return out.toString();
    }

    /**
     * The text as somebody's words: in quotes, after the name of whoever said it.
     *
     * @param speaker who wrote the text, in Airlock's words: "the connector", "the upstream"
     */
    public String saidBy(String speaker) {
        return speaker + " says: “" + text + "”";
    }

    private static boolean isBreak(int c) {
        return c == '\n' || c == '\r' || c == '\t' || c == 0x2028 || c == 0x2029 || c == 0x85;
    }

    private static boolean isShown(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                false;
            case Character.FORMAT -> c == ZERO_WIDTH_JOINER || c == ZERO_WIDTH_NON_JOINER;
            default -> true;
        };
    }
}
