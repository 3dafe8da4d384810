package dev.airlock.runtime.audit.event;

import dev.airlock.runtime.files.SettingsException;
import dev.airlock.sandbox.sqlite.DiskSpace;
import java.io.IOException;

/** The result of writing a record. */
public sealed interface WriteResult {
    /**
     * The record is durable.
     *
     * @param seq its number
     * @param hash its hash: the head of the log at that moment
     */
    record Recorded(long seq, String hash) implements WriteResult {}

    /**
     * The record is not known to be durable.
     *
     * @param why the reason, as a sentence, safe to show
     * @param remedy the next step, as a sentence without its full stop
     */
    record Unrecorded(String why, String remedy) implements WriteResult {
        private static final String SLOW =
                "Make sure that no other process locks it, and that the machine is not overloaded";

        private static final String NO_KEY = "The key of the log's checkpoints, audit.key, cannot be read or created";

        /** Returns the result for a log whose key cannot be read or created, or whose home has invalid settings. */
        public static Unrecorded withoutKey(IOException why) {
            if (why instanceof SettingsException settings) {
                return new Unrecorded(settings.getMessage() + ".", "Correct it");
            }
            return DiskSpace.ranOut(why)
                    ? new Unrecorded(NO_KEY + ": the disk is full.", "Make room on it")
                    : new Unrecorded(
                            NO_KEY + ".",
                            "Make sure that its folder (AIRLOCK_HOME for the command) is writable; if the key is damaged, restore a"
                                    + " copy, or move it away with audit.db, so that the next call begins a new log");
        }

        /** Creates the result for a write that took too long or failed for an unknown reason. */
        public Unrecorded(String why) {
            this(why, SLOW);
        }
    }
}
