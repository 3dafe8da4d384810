package dev.airlock.runtime.audit;

import dev.airlock.runtime.files.SettingsException;
import dev.airlock.sandbox.state.DiskSpace;
import java.io.IOException;

/** What became of a record. */
public sealed interface Written {
    /**
     * It is durable.
     *
     * @param seq its number
     * @param hash its hash: the head of the log at that moment
     */
    record Recorded(long seq, String hash) implements Written {}

    /**
     * It is not known to be durable.
     *
     * @param why as a sentence, safe to show
     * @param remedy what to do about it, as a sentence without its full stop
     */
    record Unrecorded(String why, String remedy) implements Written {
        private static final String SLOW =
                "Make sure that no other process locks it, and that the machine is not overloaded";

        private static final String NO_KEY = "The key of the log's checkpoints, audit.key, cannot be read or created";

        /** The log cannot be written, since its key cannot be read or made, or the settings of its home cannot be used. */
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

        /** It took too long, or nobody knows why. */
        public Unrecorded(String why) {
            this(why, SLOW);
        }
    }
}
