package dev.airlock.runtime.audit;

import dev.airlock.runtime.audit.store.EndMark;
import dev.airlock.runtime.audit.store.Head;
import java.util.Arrays;

/** What the seal says that a writer finds at a log's end. */
public enum EndSeal {
    /** A holder of the log's key wrote the end. */
    WHOLE("whole"),
    /** There is no seal: an earlier version wrote the log, or somebody took the seal away. */
    NONE("none"),
    /** The seal is that of another end: somebody without the key changed the log's last records, or cut it back. */
    BROKEN("broken");

    private final String wireName;

    EndSeal(String wireName) {
        this.wireName = wireName;
    }

    /** The name in a record's {@code details.seal}. */
    public String wireName() {
        return wireName;
    }

    /** The seal with that wire name; what no writer writes is broken. */
    static EndSeal ofWireName(String wireName) {
        return Arrays.stream(values())
                .filter(seal -> seal.wireName.equals(wireName))
                .findFirst()
                .orElse(BROKEN);
    }

    /** What the mark beside an end says of it to a holder of the key. */
    static EndSeal of(CheckpointKey key, String logId, Head end, EndMark mark) {
        if (mark.equals(EndMark.NONE)) {
            return end.seq() == 0 ? WHOLE : NONE;
        }
        return key.seals(logId, end, mark.seal()) ? WHOLE : BROKEN;
    }
}
