package dev.airlock.runtime.actions.tools;

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
 * Names of tools within the limits of whoever is offered them. A name that fits stays; another one is made to fit and told apart by a hash,
 * the same in every process.
 */
final class OfferedNames {
    private static final int HASH_DIGITS = 8;

    private final Map<String, String> offered = new HashMap<>();
    private final Map<String, String> own = new HashMap<>();

    /**
     * @param names the tools' own names, each of which is there once
     * @param allowed the characters that a name may have
     * @param longest how many of them
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
        others.forEach(name -> put(name, made(name, allowed, longest)));
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

    private String made(String name, Pattern allowed, int longest) {
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

    /** What a tool is offered as. */
    String offered(String name) {
        return Optional.ofNullable(offered.get(name)).orElseThrow();
    }

    /** The tool that is meant; what is no tool's name stays as it is. */
    String own(String name) {
        return own.getOrDefault(name, name);
    }
}
