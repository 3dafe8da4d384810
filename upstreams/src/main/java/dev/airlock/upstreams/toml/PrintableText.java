package dev.airlock.upstreams.toml;

/** Makes text from a script or a request safe to show to a person. */
public final class PrintableText {
    private static final int MAX_CHARS = 200;

    private PrintableText() {}

    /** Returns the text with control, format and unpaired surrogate characters replaced, cut at 200 characters. */
    public static String text(String raw) {
        StringBuilder shown = new StringBuilder();
        raw.codePoints().limit(MAX_CHARS).forEach(point -> shown.appendCodePoint(isPlain(point) ? point : '\uFFFD'));
        return raw.codePointCount(0, raw.length()) > MAX_CHARS
                ? shown.append('…').toString()
                : shown.toString();
    }

    private static boolean isPlain(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
