package dev.airlock.cli.console;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.formats.json.StrictJson;
import java.util.Locale;

/** Writes JSON that is safe for a terminal. Characters that would control it or reorder its text become escapes with the same value. */
public final class SafeJson {
    private SafeJson() {}

    /** Returns the document indented for a person. */
    public static String indented(JsonNode node) {
        return escaped(StrictJson.writeIndented(node));
    }

    /** Returns the document on one line. */
    public static String line(JsonNode node) {
        return escaped(StrictJson.write(node));
    }

    /** Returns the document without raw characters that control a terminal; line breaks stay. */
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

    /** Returns whether a character is shown. Joiners are, because they hold emoji and some scripts together. */
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
