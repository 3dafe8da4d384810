package dev.airlock.conformance.conversion;

import dev.airlock.conformance.conversion.secrets.Placeholders;
import dev.airlock.conformance.scenarios.expectation.TomlText;
import dev.airlock.sandbox.recording.ByteString;
import dev.airlock.sandbox.recording.HostAnswer;
import dev.airlock.sandbox.recording.HostEvent;
import dev.airlock.sandbox.recording.HostQuery;
import dev.airlock.sandbox.recording.Recording;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The state that a recorded call began with, as far as the call looked at it. */
final class RecordedState {
    private final Map<ByteString, ByteString> begun = new LinkedHashMap<>();
    /** The entries as the call knows them, those that are not there included. */
    private final Map<ByteString, Optional<ByteString>> known = new HashMap<>();

    private final Set<ByteString> claimed = new HashSet<>();
    private boolean isExplained = true;

    private RecordedState() {}

    static RecordedState of(Recording recording) {
        RecordedState state = new RecordedState();
        recording.events().forEach(state::add);
        return state;
    }

    private void add(HostEvent event) {
        if (!(event.question() instanceof HostQuery.State asked)) {
            return;
        }
        switch (asked.use()) {
            case GET -> {
                if (event.answer() instanceof HostAnswer.Bytes bytes) {
                    found(asked.key(), bytes.value());
                }
            }
            case ONCE ->
                isExplained &= !(event.answer() instanceof HostAnswer.Whole claim)
                        || (claim.value() == 0 && claimed.add(asked.key()));
            case PUT -> known.put(asked.key(), asked.value());
            case DELETE -> known.put(asked.key(), Optional.empty());
        }
    }

    private void found(ByteString key, Optional<ByteString> value) {
        Optional<ByteString> before = known.computeIfAbsent(key, unseen -> {
            value.ifPresent(first -> begun.put(key, first));
            return value;
        });
        isExplained &= before.equals(value);
    }

    /** Returns the reason why a scenario cannot begin with it, as the end of a sentence; empty if it can. */
    Optional<String> obstacle() {
        if (!isExplained) {
            return Optional.of(
                    "found that it had done something before, or entries that another call changed meanwhile");
        }
        return begun.entrySet().stream().allMatch(entry -> isText(entry.getKey()) && isText(entry.getValue()))
                ? Optional.empty()
                : Optional.of("found entries in its state that are not text");
    }

    /** Returns the table of a scenario, without secrets; empty if there were no entries. */
    String toml(Placeholders values) {
        StringBuilder out = new StringBuilder();
        begun.forEach((key, value) -> {
            String name = values.in("state", key.text());
            out.append(TomlText.key(name))
                    .append(" = ")
                    .append(TomlText.string(values.in("state/" + name, value.text())))
                    .append('\n');
        });
        return out.isEmpty() ? "" : "[state]\n" + out + "\n";
    }

    private static boolean isText(ByteString bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.bytes()));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
