package dev.airlock.sandbox.url;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The table of URLs in {@code testdata/urls}, shared by all tests that dial or parse. */
public final class UrlCases {
    private static final String ARROW = " => ";
    private static final String REFUSED = "refused: ";
    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:[nrt\\\\]|u(\\p{XDigit}{4}))");

    /** A line of the table. */
    public record UrlCase(String text, String outcome) {
        /** Whether the parser accepts it. */
        public boolean isTarget() {
            return !outcome.startsWith(REFUSED);
        }

        String reason() {
            return outcome.substring(REFUSED.length());
        }

        @Override
        public String toString() {
            return text.replaceAll("\\p{C}", "?") + ARROW + outcome;
        }
    }

    private UrlCases() {}

    /** Returns all lines. */
    public static Stream<UrlCase> all() {
        Path table = Path.of(System.getProperty("airlock.root"), "testdata/urls/targets.txt");
        try {
            return Files.readString(table, StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(UrlCases::parse);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static UrlCase parse(String line) {
        int arrow = line.indexOf(ARROW);
        return new UrlCase(unescape(line.substring(0, arrow)), line.substring(arrow + ARROW.length()));
    }

    private static String unescape(String text) {
        return ESCAPE.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(
                        switch (found.group().charAt(1)) {
                            case 'n' -> "\n";
                            case 'r' -> "\r";
                            case 't' -> "\t";
                            case 'u' -> Character.toString((char) Integer.parseInt(found.group(1), 16));
                            default -> "\\";
                        }));
    }
}
