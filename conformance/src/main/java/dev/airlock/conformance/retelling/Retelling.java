package dev.airlock.conformance.retelling;

import java.util.List;

/** What came of telling a recorded call as a scenario. */
public sealed interface Retelling {
    /**
     * A scenario.
     *
     * @param text the file's text
     * @param replaced the places where made-up values stand instead of secrets, such as {@code args/token}
     * @param remarks what else is not as it was recorded, one sentence each
     */
    record Told(String text, List<String> replaced, List<String> remarks) implements Retelling {
        /** Copies the lists. */
        public Told {
            replaced = List.copyOf(replaced);
            remarks = List.copyOf(remarks);
        }
    }

    /**
     * No script does what the world did.
     *
     * @param reasons why, each the end of a sentence that begins with the call
     * @param servesAsRecording whether a scenario can name the recording instead
     */
    record Untold(List<String> reasons, boolean servesAsRecording) implements Retelling {
        /** Copies the list. */
        public Untold {
            reasons = List.copyOf(reasons);
        }
    }
}
