package dev.airlock.runtime.audit.key;

import dev.airlock.runtime.audit.store.EndMark;
import dev.airlock.runtime.audit.store.Head;
import java.util.Arrays;

/** The state of the seal at a log's end, as a writer finds it. */
public enum EndSeal {
    /** A holder of the log's key wrote the end. */
    WHOLE("whole"),
    /** There is no seal: an earlier version wrote the log, or the seal was removed. */
    NONE("none"),
    /** The seal belongs to another end: someone without the key changed the log's last records, or truncated it. */
    BROKEN("broken");

    private final String wireName;

    EndSeal(String wireName) {
        this.wireName = wireName;
    }

    /** Returns the name in a record's {@code details.seal}. */
    public String wireName() {
        return wireName;
    }

    /** Returns the state with a wire name; an unknown name counts as broken. */
    public static EndSeal ofWireName(String wireName) {
        return Arrays.stream(values())
                .filter(seal -> seal.wireName.equals(wireName))
                .findFirst()
                .orElse(BROKEN);
    }

    /** Returns the state of the seal for a holder of the key. */
    public static EndSeal of(CheckpointKey key, String logId, Head end, EndMark mark) {
        if (mark.equals(EndMark.NONE)) {
            return end.seq() == 0 ? WHOLE : NONE;
        }
        return key.seals(logId, end, mark.seal()) ? WHOLE : BROKEN;
    }
}
