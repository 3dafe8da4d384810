package dev.airlock.conformance.types;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A name as a list of lower-case words, from which each language makes its own spelling.
 *
 * @param words letters and digits of ASCII; at least one word, of which the first begins with a letter
 */
public record NameWords(List<String> words) {
    private static final Pattern WORD = Pattern.compile("[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+");

    /** What Go writes in capitals, as its linters ask. */
    private static final Set<String> INITIALISMS = Set.of(
            "api", "html", "http", "https", "id", "ip", "json", "sql", "ui", "uri", "url", "utc", "utf8", "uuid",
            "xml");

    /** Copies the list. */
    public NameWords {
        words = List.copyOf(words);
    }

    /** Returns the words of a name in any spelling. A name without an ASCII letter or digit is called {@code value}. */
    public static NameWords of(String name) {
        List<String> found = new ArrayList<>();
        Matcher matcher = WORD.matcher(name);
        while (matcher.find()) {
            found.add(matcher.group().toLowerCase(Locale.ROOT));
        }
        if (found.isEmpty() || Character.isDigit(found.get(0).charAt(0))) {
            found.add(0, "value");
        }
        return new NameWords(found);
    }

    /** Returns these words and some more. */
    NameWords and(NameWords more) {
        List<String> all = new ArrayList<>(words);
        all.addAll(more.words);
        return new NameWords(all);
    }

    /** Returns these words and one more. */
    NameWords and(String more) {
        return and(new NameWords(List.of(more)));
    }

    /** Returns {@code listIssues}. */
    public String camel() {
        return words.get(0) + words.stream().skip(1).map(NameWords::capitalized).collect(Collectors.joining());
    }

    /** Returns {@code ListIssues}. */
    public String pascal() {
        return words.stream().map(NameWords::capitalized).collect(Collectors.joining());
    }

    /** Returns {@code IssueID}. */
    public String go() {
        return words.stream()
                .map(word -> INITIALISMS.contains(word) ? word.toUpperCase(Locale.ROOT) : capitalized(word))
                .collect(Collectors.joining());
    }

    /** Returns {@code list_issues}. */
    public String snake() {
        return String.join("_", words);
    }

    private static String capitalized(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }
}
