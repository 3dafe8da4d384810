package dev.airlock.failures.redaction;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A sequence that stands for one character in HTML or XML: a reference such as <code>&amp;lt;</code> or <code>&amp;#60;</code>, or an
 * ampersand that begins none.
 *
 * @param codePoint the character
 * @param end the index after the reference
 */
record Markup(int codePoint, int end) {
    private static final Map<String, Integer> NAMED =
            Map.of("amp", (int) '&', "lt", (int) '<', "gt", (int) '>', "quot", (int) '"', "apos", (int) '\'');

    private static final Pattern REST = Pattern.compile(
            "(amp|lt|gt|quot|apos|#0{0,16}([0-9]{1,7})|#x0{0,16}([0-9a-f]{1,6}));", Pattern.CASE_INSENSITIVE);

    private static final Pattern AGAIN =
            Pattern.compile("(?:amp;|#0{0,16}38;|#x0{0,16}26;)*+", Pattern.CASE_INSENSITIVE);

    /**
     * Reads the text after an ampersand.
     *
     * @param from the index after the ampersand
     * @param nested whether an ampersand that a reference stands for may begin another reference
     */
    static Markup at(String text, int from, boolean nested) {
        if (!nested) {
            return once(text, from);
        }
        Matcher again = AGAIN.matcher(text).region(from, text.length());
        return once(text, again.lookingAt() ? again.end() : from);
    }

    /**
     * Returns whether a text may hold a reference.
     *
     * @param escaped whether to look only for references within other escapes
     */
    static boolean mayOccurIn(String text, boolean escaped) {
        boolean hasEscapes = text.indexOf('%') >= 0 || text.indexOf('\\') >= 0;
        return text.indexOf(';') >= 0 && (escaped ? hasEscapes : text.indexOf('&') >= 0);
    }

    private static Markup once(String text, int from) {
        Matcher rest = REST.matcher(text).region(from, text.length());
        if (!rest.lookingAt()) {
            return new Markup('&', from);
        }
        int codePoint = codePoint(rest);
        boolean isCharacter = Character.isValidCodePoint(codePoint)
                && (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE);
        return isCharacter ? new Markup(codePoint, rest.end()) : new Markup('&', from);
    }

    private static int codePoint(Matcher rest) {
        if (rest.group(2) != null) {
            return Integer.parseInt(rest.group(2));
        }
        return rest.group(3) != null
                ? Integer.parseInt(rest.group(3), 16)
                : NAMED.getOrDefault(rest.group(1).toLowerCase(Locale.ROOT), (int) '&');
    }
}
