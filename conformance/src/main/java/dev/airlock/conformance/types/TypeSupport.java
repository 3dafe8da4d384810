package dev.airlock.conformance.types;

import dev.airlock.formats.text.ResourceText;
import java.util.Set;

/** The part of a generated file that is the same for every connector: reading and writing of values. */
final class TypeSupport {
    private TypeSupport() {}

    /** Returns words that stand between spaces and line ends. */
    static Set<String> words(String text) {
        return Set.of(text.strip().split("\\s+"));
    }

    static String of(String language) {
        return ResourceText.of(TypeSupport.class, "support/" + language + ".txt");
    }
}
