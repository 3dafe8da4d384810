package dev.airlock.runtime.audit.key;

/**
 * A log belongs to another key than the one that should sign it, so nothing is written to it: signed by two keys, it would verify under
 * neither. The message is safe to show.
 */
public final class ForeignKeyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final String REMEDY =
            "Give this machine the key of the log (airlock audit key export and import, or the setting auditKey);"
                    + " restart a process that began before the key was changed";

    public ForeignKeyException(String of, String own) {
        super("The audit log belongs to the key " + of + ", and this one is " + own + ".");
    }

    /** Returns the next step, as a sentence without its full stop. */
    public String remedy() {
        return REMEDY;
    }

    public ForeignKeyException(String own) {
        super("The last signature of the audit log is by another key than this one, " + own + ".");
    }
}
