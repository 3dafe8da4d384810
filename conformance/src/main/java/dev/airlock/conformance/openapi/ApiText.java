package dev.airlock.conformance.openapi;

import dev.airlock.formats.text.Printable;

/** Texts of a document, which others wrote, in a form that is safe in a file and on a terminal. */
final class ApiText {
    private ApiText() {}

    /** Returns a text on one line without control characters, cut to a length. */
    static String oneLine(String text, int longest) {
        String line = Printable.of(text.strip().replaceAll("\\s+", " "));
        if (line.codePointCount(0, line.length()) <= longest) {
            return line;
        }
        return line.substring(0, line.offsetByCodePoints(0, longest)).stripTrailing() + "…";
    }
}
