package dev.airlock.conformance.conversion.secrets;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.formats.json.StrictJson;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The replacement for one value, in the value's forms in JSON, URLs and HTML forms.
 *
 * @param value the value
 * @param instead its replacement
 * @param inJson the value as escaped in JSON, without quotation marks
 * @param inForm the value as encoded in a form
 */
record Replacement(String value, String instead, String inJson, String inForm) {
    static Replacement of(String value, String instead) {
        String json = StrictJson.write(TextNode.valueOf(value));
        return new Replacement(
                value, instead, json.substring(1, json.length() - 1), URLEncoder.encode(value, StandardCharsets.UTF_8));
    }

    /**
     * Returns whether it is replaced anywhere in a text. A short value may occur by accident, so it is replaced only where it is a whole
     * value.
     */
    boolean isLong() {
        return value.replace("\r", "").replace("\n", "").getBytes(StandardCharsets.UTF_8).length
                >= Redactor.MIN_SECRET_BYTES;
    }

    /** Returns the text with the replacement. */
    String in(String text) {
        if (text.equals(value)) {
            return instead;
        }
        return isLong() ? anywhere(text) : whole(text);
    }

    private String anywhere(String text) {
        return text.replace(value, instead)
                .replace(inJson, instead)
                .replace(inForm, instead)
                .replace(inForm.replace("+", "%20"), instead);
    }

    private String whole(String text) {
        String clean = text;
        if (text.contains(inJson)) {
            clean = clean.replaceAll(
                    "\"" + Pattern.quote(inJson) + "\"(?!\\s{0,8}:)", Matcher.quoteReplacement("\"" + instead + "\""));
        }
        if (text.contains(inForm)) {
            clean = clean.replaceAll("(?<=[=/])" + Pattern.quote(inForm) + "(?=[&;#/?]|$)", instead);
        }
        boolean isNumber = value.chars().allMatch(Character::isDigit);
        return isNumber && text.contains(value)
                ? clean.replaceAll("(?<=[:\\[,]\\s{0,8})" + value + "(?=\\s{0,8}[,}\\]])", instead)
                : clean;
    }
}
