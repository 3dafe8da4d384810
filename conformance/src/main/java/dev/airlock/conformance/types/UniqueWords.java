package dev.airlock.conformance.types;

import java.util.HashSet;
import java.util.Set;

/** Gives names that differ in every spelling, by a number at the end of those that would not. */
final class UniqueWords {
    private final Set<String> taken = new HashSet<>();

    NameWords unlikeOthers(NameWords wanted) {
        NameWords name = wanted;
        for (int number = 2; !taken.add(String.join("", name.words())); number++) {
            name = wanted.and(String.valueOf(number));
        }
        return name;
    }
}
