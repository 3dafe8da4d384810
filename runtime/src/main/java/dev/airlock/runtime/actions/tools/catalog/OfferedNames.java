package dev.airlock.runtime.actions.tools.catalog;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Names of tools within a protocol's limits. A valid name stays. Another one is changed to fit and gets a hash to keep it distinct, the
 * same in every process.
 */
final class OfferedNames {
    private static final int HASH_DIGITS = 8;

    private final Map<String, String> offered = new HashMap<>();
    private final Map<String, String> own = new HashMap<>();

    /**
     * @param names the tools' own names, without duplicates
     * @param allowed the characters allowed in a name
     * @param longest the maximum length of a name
     */
    OfferedNames(Collection<String> names, Pattern allowed, int longest) {
        for (String name : names) {
            if (fits(name, allowed, longest)) {
                put(name, name);
            }
        }
        List<String> others = names.stream()
                .filter(name -> !offered.containsKey(name))
                .sorted()
                .toList();
        others.forEach(name -> put(name, makeUnique(name, allowed, longest)));
    }

    private static boolean fits(String name, Pattern allowed, int longest) {
        return !name.isEmpty()
                && name.length() <= longest
                && name.chars()
                        .allMatch(c -> allowed.matcher(String.valueOf((char) c)).matches());
    }

    private void put(String name, String as) {
        offered.put(name, as);
        own.put(as, name);
    }

    private String makeUnique(String name, Pattern allowed, int longest) {
        StringBuilder fitting = new StringBuilder();
        name.chars()
                .limit(longest - HASH_DIGITS - 1L)
                .forEach(c ->
                        fitting.append(allowed.matcher(String.valueOf((char) c)).matches() ? (char) c : '_'));
        String hashed = name;
        String made = fitting + "_" + hash(hashed);
        while (own.containsKey(made)) {
            hashed = hash(hashed);
            made = fitting + "_" + hashed;
        }
        return made;
    }

    private static String hash(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, HASH_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** Returns the name under which a tool is offered. */
    String offered(String name) {
        return Optional.ofNullable(offered.get(name)).orElseThrow();
    }

    /** Returns the tool's own name; an unknown name is returned unchanged. */
    String own(String name) {
        return own.getOrDefault(name, name);
    }
}
