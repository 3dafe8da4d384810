package dev.airlock.cli.console;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.failures.json.StrictJson;
import java.util.Locale;

/** JSON that may meet a terminal: characters that would act on it or reorder its text stand as escapes, equal in value. */
public final class SafeJson {
    private SafeJson() {}

    /** The document indented for a person. */
    public static String indented(JsonNode node) {
        return escaped(StrictJson.writeIndented(node));
    }

    /** The document on one line. */
    public static String line(JsonNode node) {
        return escaped(StrictJson.write(node));
    }

    /** The same document without a raw character that acts on a terminal; its line breaks stay. */
    public static String escaped(String json) {
        StringBuilder out = new StringBuilder(json.length());
        json.codePoints().forEach(c -> {
            if (c == '\n' || isShown(c)) {
                out.appendCodePoint(c);
            } else {
                for (char unit : Character.toChars(c)) {
                    out.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
                }
            }
        });
        return out.toString();
    }

    /** Joiners stay: they hold emoji and some scripts together. */
    private static boolean isShown(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> c == 0x200D || c == 0x200C;
            default -> true;
        };
    }
}
