package dev.airlock.runtime.schema;

import com.networknt.schema.regex.RegularExpression;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** A regular expression that stops after reading too many characters. Java's own can take unbounded time on a short text. */
final class CountedPattern implements RegularExpression {
    private final Pattern pattern;

    /** @throws IllegalArgumentException if the text is not a pattern */
    CountedPattern(String pattern) {
        try {
            this.pattern = Pattern.compile(java(pattern));
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("not a pattern", e);
        }
    }

    /**
     * Converts a pattern of JSON Schema, which is ECMAScript: {@code $} matches only the end of the text, not also the end before a last
     * line break.
     */
    private static String java(String pattern) {
        StringBuilder java = new StringBuilder(pattern.length());
        boolean isInClass = false;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\\' && i + 1 < pattern.length()) {
                java.append(c).append(pattern.charAt(++i));
                continue;
            }
            isInClass = c == '[' || (isInClass && c != ']');
            java.append(c == '$' && !isInClass ? "\\z" : String.valueOf(c));
        }
        return java.toString();
    }

    @Override
    public boolean matches(String text) {
        return pattern.matcher(new Counted(text)).find();
    }

    /** A text that counts how many of its characters are read. */
    private record Counted(CharSequence text) implements CharSequence {
        @Override
        public char charAt(int index) {
            Work.spend(1);
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new Counted(text.subSequence(start, end));
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
