package dev.airlock.conformance.retelling;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.airlock.failures.Redactor;
import dev.airlock.failures.json.StrictJson;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands for one value, in the forms that the value has in JSON, in URLs and in forms.
 *
 * @param value the value
 * @param instead what stands for it
 * @param inJson the value as a JSON text has it, without quotation marks
 * @param inForm the value as a form has it
 */
record Replacement(String value, String instead, String inJson, String inForm) {
    static Replacement of(String value, String instead) {
        String json = StrictJson.write(TextNode.valueOf(value));
        return new Replacement(
                value, instead, json.substring(1, json.length() - 1), URLEncoder.encode(value, StandardCharsets.UTF_8));
    }

    /** Whether it is found wherever it stands. A short value may be a part of anything, so it is replaced only where it is all of a value. */
    boolean isLong() {
        return value.replace("\r", "").replace("\n", "").getBytes(StandardCharsets.UTF_8).length
                >= Redactor.MIN_SECRET_BYTES;
    }

    /** The text with the other value. */
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
