package dev.airlock.registry.oci;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses one {@code WWW-Authenticate} header (RFC 9110, 11.6.1). It is a list of challenges, each with a list of parameters, so a comma is
 * ambiguous: a word before an equals sign is a parameter, any other word begins the next challenge. Parsing stops at an invalid text, and
 * drops the incomplete challenge.
 */
final class ChallengeParser {
    private static final int LONGEST = 16 << 10;
    private static final String SPACE = "[ \\t]*+";
    private static final Pattern SEPARATORS = Pattern.compile("[ \\t,]*+");
    private static final Pattern WORD = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]++");
    /** More than RFC 9110 allows without quotation marks, because servers write URLs like this. */
    private static final Pattern UNQUOTED = Pattern.compile("[^ \\t,\"]++");

    private static final Pattern EQUALS = Pattern.compile(SPACE + "=" + SPACE);
    private static final Pattern QUOTED = Pattern.compile("\"((?:[^\"\\\\]++|\\\\.)*+)\"", Pattern.DOTALL);
    private static final Pattern TOKEN68 = Pattern.compile("[ \\t]++[A-Za-z0-9._~+/-]++=*+" + SPACE + "(?=,|$)");

    private final Matcher matcher;
    private final int length;
    private final List<Challenge> complete = new ArrayList<>();
    private int position;
    private String scheme = "";
    private Map<String, String> parameters = new HashMap<>();

    ChallengeParser(String header) {
        matcher = WORD.matcher(header);
        length = header.length();
    }

    List<Challenge> parse() {
        if (length > LONGEST) {
            return List.of();
        }
        take(SEPARATORS);
        while (position < length) {
            Optional<String> word = take(WORD);
            if (word.isEmpty() || !taken(word.get())) {
                return complete;
            }
            take(SEPARATORS);
        }
        end();
        return complete;
    }

    /** Returns whether the text after a word is valid. */
    private boolean taken(String word) {
        boolean isParameter = !scheme.isEmpty() && take(EQUALS).isPresent();
        if (!isParameter) {
            end();
            scheme = word.toLowerCase(Locale.ROOT);
            take(TOKEN68);
            return true;
        }
        Optional<String> value = value();
        value.ifPresent(text -> parameters.putIfAbsent(word.toLowerCase(Locale.ROOT), text));
        return value.isPresent();
    }

    private Optional<String> value() {
        return take(QUOTED)
                .map(quoted -> quoted.substring(1, quoted.length() - 1).replaceAll("\\\\(.)", "$1"))
                .or(() -> take(UNQUOTED));
    }

    private void end() {
        if (!scheme.isEmpty()) {
            complete.add(new Challenge(scheme, parameters));
            parameters = new HashMap<>();
        }
    }

    private Optional<String> take(Pattern pattern) {
        matcher.usePattern(pattern).region(position, length);
        if (!matcher.lookingAt()) {
            return Optional.empty();
        }
        position = matcher.end();
        return Optional.of(matcher.group());
    }
}
