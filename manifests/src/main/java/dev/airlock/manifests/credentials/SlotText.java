package dev.airlock.manifests.credentials;

import dev.airlock.formats.text.Nearest;
import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import java.util.List;

/** Parses the place of a credential in a manifest: {@code slot}, {@code header} and {@code format}. */
final class SlotText {
    private static final String HEADER = "header";
    private static final String QUERY = "query";
    private static final String COOKIE = "cookie";
    private static final String PATH = "path";
    private static final List<String> PLACES = List.of(HEADER, QUERY, COOKIE, PATH);

    private static final int LONGEST_NAME = 100;
    private static final int LONGEST_FORMAT = 200;
    private static final String UNRESERVED_MARKS = "-._~";
    private static final String SEGMENT_MARKS = "-._~:@=,+";

    private SlotText() {}

    /** Parses a slot {@code place:rest}. Its format is the one for a manifest that gives none. */
    static Parsed<Slot> slot(String text) {
        int colon = text.indexOf(':');
        String place = colon < 0 ? text : text.substring(0, colon);
        String rest = colon < 0 ? "" : text.substring(colon + 1);
        return switch (place) {
            case HEADER -> headerName(rest).map(name -> new Slot.Header(name, Slot.Header.DEFAULT_FORMAT));
            case QUERY -> queryName(rest).map(name -> new Slot.Query(name, Slot.BARE));
            case COOKIE -> cookieName(rest).map(name -> new Slot.Cookie(name, Slot.BARE));
            case PATH -> segment(rest).map(Slot.PathSegment::new);
            default ->
                Parsed.wrong(
                        "slot " + Printable.quoted(text) + " is not a place in a request",
                        Nearest.to(place, PLACES)
                                .map(near -> "did you mean \"" + near + ":…\"?")
                                .orElse("write header:NAME, query:NAME, cookie:NAME or path:FORMAT"));
        };
    }

    /** Returns the slot with the manifest's format. */
    static Parsed<Slot> with(Slot slot, String format) {
        Parsed<String> checked = slot instanceof Slot.Cookie ? cookieFormat(format) : format(format);
        return checked.map(known -> formatted(slot, known));
    }

    private static Slot formatted(Slot slot, String format) {
        if (slot instanceof Slot.Query query) {
            return new Slot.Query(query.name(), format);
        }
        if (slot instanceof Slot.Cookie cookie) {
            return new Slot.Cookie(cookie.name(), format);
        }
        return slot instanceof Slot.Header header ? new Slot.Header(header.name(), format) : slot;
    }

    static Parsed<String> headerName(String text) {
        if (text.isEmpty() || text.length() > LONGEST_NAME || !HeaderNames.hasTokenCharactersOnly(text)) {
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

    private static Parsed<String> queryName(String text) {
        boolean isName = !text.isEmpty() && text.length() <= LONGEST_NAME && consistsOf(text, UNRESERVED_MARKS);
        return isName
                ? Parsed.ok(text)
                : Parsed.wrong(
                        "query parameter " + Printable.quoted(text) + " is not a name that is sent as it is written",
                        "use letters, digits and - . _ ~, for instance \"query:api_key\"");
    }

    private static Parsed<String> cookieName(String text) {
        boolean isName = !text.isEmpty() && text.length() <= LONGEST_NAME && HeaderNames.hasTokenCharactersOnly(text);
        return isName
                ? Parsed.ok(text)
                : Parsed.wrong(
                        "cookie " + Printable.quoted(text) + " is not a cookie's name",
                        "use letters, digits, hyphens and underscores, for instance \"cookie:session\"");
    }

    private static Parsed<String> segment(String text) {
        return format(text).optional().filter(SlotText::isSegment).isPresent()
                ? Parsed.ok(text)
                : Parsed.wrong(
                        "path segment " + Printable.quoted(text) + " does not hold {key} exactly once among letters,"
                                + " digits and " + String.join(" ", SEGMENT_MARKS.split("")),
                        "write for instance \"path:bot{key}\"");
    }

    private static boolean isSegment(String text) {
        return text.length() <= LONGEST_NAME && consistsOf(text.replace(Slot.KEY, ""), SEGMENT_MARKS);
    }

    static Parsed<String> format(String text) {
        int first = text.indexOf(Slot.KEY);
        if (first < 0 || text.indexOf(Slot.KEY, first + 1) >= 0) {
            return Parsed.wrong(
                    "format " + Printable.quoted(text) + " does not hold {key} exactly once",
                    "write for instance \"Bearer {key}\"");
        }
        if (text.length() > LONGEST_FORMAT) {
            return Parsed.wrong(
                    "format " + Printable.quoted(text) + " is longer than " + LONGEST_FORMAT + " characters",
                    "leave out what does not belong to the credential");
        }
        if (!text.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            return Parsed.wrong(
                    "format " + Printable.quoted(text) + " holds characters that no header takes",
                    "use printable ASCII");
        }
        return Parsed.ok(text);
    }

    private static Parsed<String> cookieFormat(String text) {
        Parsed<String> format = format(text);
        boolean fits = CookieOctets.areAll(text);
        return format instanceof Parsed.Wrong<String> || fits
                ? format
                : Parsed.wrong(
                        "format " + Printable.quoted(text) + " holds characters that no cookie takes",
                        "leave out spaces, quotation marks, commas, semicolons and backslashes");
    }

    private static boolean consistsOf(String text, String marks) {
        return text.chars()
                .allMatch(c -> (c >= 'a' && c <= 'z')
                        || (c >= 'A' && c <= 'Z')
                        || (c >= '0' && c <= '9')
                        || marks.indexOf(c) >= 0);
    }
}
