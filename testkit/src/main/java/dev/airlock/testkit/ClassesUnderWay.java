package dev.airlock.testkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The test classes that are running, and the state before the first of them. */
final class ClassesUnderWay {
    private final List<Remains> kinds;
    private final Patience patience;
    private final Map<Remains, List<String>> before = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private int running;

    ClassesUnderWay(List<Remains> kinds, Patience patience) {
        this.kinds = kinds;
        this.patience = patience;
    }

    synchronized void begin(Class<?> test) {
        if (running == 0) {
            names.clear();
            kinds.forEach(kind -> before.put(kind, kind.found()));
        }
        running++;
        names.add(test.getSimpleName());
    }

    /** Returns whether no other class is running. */
    synchronized boolean areAlone() {
        return running == 1;
    }

    /**
     * Records the end of a class.
     *
     * @throws AssertionError if it was the last one and something is left
     */
    synchronized void end() {
        running--;
        if (running == 0) {
            for (Remains kind : kinds) {
                patience.awaitNone(kind, before.getOrDefault(kind, List.of()), "after " + String.join(", ", names));
            }
        }
    }
}
