package dev.airlock.conformance.conversion;

import dev.airlock.sandbox.recording.ByteString;
import dev.airlock.sandbox.recording.HostAnswer;
import dev.airlock.sandbox.recording.HostEvent;
import dev.airlock.sandbox.recording.HostQuery;
import dev.airlock.sandbox.recording.Recording;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Compares the state that a call used with the initial state of a scenario, which is empty. */
final class RecordedState {
    private final Map<ByteString, ByteString> values = new HashMap<>();
    private final Set<ByteString> claimed = new HashSet<>();

    private RecordedState() {}

    /** Returns whether a state that was empty at the start would have given the call the same answers. */
    static boolean beganEmpty(Recording recording) {
        RecordedState state = new RecordedState();
        return recording.events().stream().allMatch(state::tellsTheSame);
    }

    private boolean tellsTheSame(HostEvent event) {
        if (!(event.question() instanceof HostQuery.State asked)) {
            return true;
        }
        return switch (asked.use()) {
            case GET ->
                !(event.answer() instanceof HostAnswer.Bytes bytes)
                        || bytes.value().equals(Optional.ofNullable(values.get(asked.key())));
            case ONCE ->
                !(event.answer() instanceof HostAnswer.Whole claim) || (claim.value() == 0 && claimed.add(asked.key()));
            case PUT -> {
                values.put(asked.key(), asked.value().orElseThrow());
                yield true;
            }
            case DELETE -> {
                values.remove(asked.key());
                yield true;
            }
        };
    }
}
