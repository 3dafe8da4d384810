package dev.airlock.runtime.recovery.store;

import dev.airlock.sandbox.sqlite.StoreProblem;
import java.nio.file.Path;

/** Recovery's stores cannot be read or written. The message says why; the next step is separate. Neither names a path. */
public final class StoreUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final StoreProblem trouble;
    private final String next;
    private final boolean isElsewhere;

    /** @param file the file of the store */
    public StoreUnavailableException(Throwable cause, Path file) {
        this(StoreProblem.of(cause, file), cause);
    }

    /**
     * Describes a store that is no file of this machine.
     *
     * @param next the next step, in whole sentences
     */
    public StoreUnavailableException(StoreProblem trouble, Throwable cause, String next) {
        this(trouble, cause, next, true);
    }

    private StoreUnavailableException(StoreProblem trouble, Throwable cause) {
        this(trouble, cause, next(trouble), false);
    }

    private StoreUnavailableException(StoreProblem trouble, Throwable cause, String next, boolean isElsewhere) {
        super(what(trouble), cause);
        this.trouble = trouble;
        this.next = next;
        this.isElsewhere = isElsewhere;
    }

    /** Returns whether the store is no file of this machine. */
    public boolean isElsewhere() {
        return isElsewhere;
    }

    /** Returns the exception for a closed store in memory. */
    static StoreUnavailableException closed() {
        return new StoreUnavailableException(StoreProblem.OTHER, new IllegalStateException("the store is closed"));
    }

    /** Returns the problem. */
    public StoreProblem trouble() {
        return trouble;
    }

    /** Returns whether another process has locked the store, so that a retry may soon succeed. */
    public boolean isBusy() {
        return trouble == StoreProblem.BUSY;
    }

    /** Returns the problem and the next step, in whole sentences. */
    public String sentences() {
        return getMessage() + ". " + next;
    }

    /** Returns a problem of a file and the next step, in whole sentences. */
    public static String sentences(StoreProblem trouble) {
        return what(trouble) + ". " + next(trouble);
    }

    private static String what(StoreProblem trouble) {
        return switch (trouble) {
            case BUSY -> "Recovery's database is locked by another process";
            case FULL -> "Recovery's database cannot be written: the disk is full";
            case DAMAGED -> "Recovery's database cannot be read: its file is damaged, or is not an Airlock file";
            case OTHER -> "Recovery's database cannot be read or written";
        };
    }

    private static String next(StoreProblem trouble) {
        return switch (trouble) {
            case BUSY -> "Try again in a moment.";
            case FULL -> "Make room on its disk, then try again.";
            case DAMAGED ->
                "Restore a copy of it, or move it away. Without it Airlock no longer knows which keys were used, so a call that is"
                        + " repeated under its key may be done twice, and no earlier call can be reversed.";
            case OTHER -> "Make sure that you own its file and folder and can write them, then try again.";
        };
    }
}
