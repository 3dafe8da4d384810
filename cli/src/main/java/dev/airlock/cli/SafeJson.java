package dev.airlock.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.failures.json.StrictJson;
import java.util.Locale;

/** A connector's JSON for a terminal: characters that would act on the terminal or reorder text stand as escapes. */
final class SafeJson {
    private SafeJson() {}

    static String indented(JsonNode node) {
        return escape(StrictJson.writeIndented(node), true);
    }

    static String line(JsonNode node) {
        return escape(StrictJson.write(node), false);
    }

    private static String escape(String json, boolean keepLineBreaks) {
        StringBuilder out = new StringBuilder(json.length());
        json.codePoints().forEach(c -> {
            if (isShown(c) || (keepLineBreaks && c == '\n')) {
                out.appendCodePoint(c);
            } else {
                for (char unit : Character.toChars(c)) {
                    out.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
                }
            }
        });
        return out.toString();
    }

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
