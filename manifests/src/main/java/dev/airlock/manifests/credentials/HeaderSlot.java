package dev.airlock.manifests.credentials;

import dev.airlock.manifests.parsing.Parsed;
import dev.airlock.manifests.parsing.Printable;

/** The header that holds an API key: its name, and the form of its value. */
final class HeaderSlot {
    private static final String KEY = "{key}";
    private static final int LONGEST_NAME = 100;

    private HeaderSlot() {}

    static Parsed<String> name(String text) {
        if (text.length() > LONGEST_NAME || !HeaderNames.hasTokenCharactersOnly(text)) {
            return Parsed.wrong(
                    "header " + Printable.quoted(text) + " is not a header's name",
                    "use letters, digits and hyphens, for instance \"X-Api-Key\"");
        }
        if (HeaderNames.isTheConnectionsOwn(text)) {
            return Parsed.wrong(
                    "header " + Printable.quoted(text) + " belongs to the connection, not to the connector",
                    "use a header of the service, for instance \"X-Api-Key\"");
        }
        return Parsed.ok(text);
    }

    static Parsed<String> format(String text) {
        int first = text.indexOf(KEY);
        if (first < 0 || text.indexOf(KEY, first + 1) >= 0) {
            return Parsed.wrong(
                    "format " + Printable.quoted(text) + " does not hold {key} exactly once",
                    "write for instance \"Bearer {key}\"");
        }
        if (!text.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            return Parsed.wrong(
                    "format " + Printable.quoted(text) + " holds characters that no header takes",
                    "use printable ASCII");
        }
        return Parsed.ok(text);
    }
}
