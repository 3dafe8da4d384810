package dev.airlock.conformance.conversion;

import java.util.List;

/** The result of converting a recorded call to a scenario. */
public sealed interface ScenarioConversion {
    /**
     * A scenario.
     *
     * @param text the file's text
     * @param replaced the places where made-up values replace secrets, such as {@code args/token}
     * @param remarks the other differences from the recording, one sentence each
     */
    record Told(String text, List<String> replaced, List<String> remarks) implements ScenarioConversion {
        /** Copies the lists. */
        public Told {
            replaced = List.copyOf(replaced);
            remarks = List.copyOf(remarks);
        }
    }

    /**
     * No script can reproduce the recorded answers.
     *
     * @param reasons the reasons, each the end of a sentence that begins with the call
     * @param servesAsRecording whether a scenario can name the recording instead
     */
    record Untold(List<String> reasons, boolean servesAsRecording) implements ScenarioConversion {
        /** Copies the list. */
        public Untold {
            reasons = List.copyOf(reasons);
        }
    }
}
