package dev.airlock.formats.text;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the known word that a writer probably meant. */
public final class Nearest {
    private static final int LONGEST_WORD = 64;
    private static final int SHORTEST_PREFIX = 3;

    private Nearest() {}

    /**
     * Returns the known word nearest to the given one by edit distance. A swap of neighbours counts once; letter case does not count.
     *
     * <p>A word counts as near when at most a third of it differs, three letters at most, or when one begins the other.
     *
     * @return the nearest known word; empty when none is near
     */
    public static Optional<String> to(String word, Collection<String> known) {
        if (word.isEmpty() || word.length() > LONGEST_WORD) {
            return Optional.empty();
        }
        String lower = word.toLowerCase(Locale.ROOT);
        return known.stream()
                .filter(candidate -> isNear(lower, candidate.toLowerCase(Locale.ROOT)))
                .min(Comparator.comparingInt((String candidate) -> distance(lower, candidate.toLowerCase(Locale.ROOT)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    private static boolean isNear(String word, String candidate) {
        int allowed = Math.max(1, Math.min(3, Math.max(word.length(), candidate.length()) / 3));
        return distance(word, candidate) <= allowed || begins(word, candidate) || begins(candidate, word);
    }

    private static boolean begins(String prefix, String word) {
        return prefix.length() >= SHORTEST_PREFIX && word.startsWith(prefix);
    }

    private static int distance(String a, String b) {
        int[] before = new int[b.length() + 1];
        int[] previous = new int[b.length() + 1];
        Arrays.setAll(previous, j -> j);
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                current[j] = Math.min(Math.min(current[j - 1], previous[j]) + 1, previous[j - 1] + change);
                if (isSwap(a, i, b, j)) {
                    current[j] = Math.min(current[j], before[j - 2] + 1);
                }
            }
            before = previous;
            previous = current;
        }
        return previous[b.length()];
    }

    private static boolean isSwap(String a, int i, String b, int j) {
        return i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    }
}
