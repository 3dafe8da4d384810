package dev.airlock.runtime.database;

import java.util.concurrent.atomic.AtomicBoolean;

/** Tells a host once that it shares its audit log and not its keys. */
public final class SharingNotice {
    /** The text of the notice. */
    public static final String TEXT =
            "The audit log is in a database that other machines can share, and idempotency keys,"
                    + " conversations, reversals, reviews, circuits and connectors' state are on this machine alone. If another machine"
                    + " writes to the same log, a call that is repeated there is made twice. Give AirlockBuilder.database the"
                    + " database's URL, so that they share these too.";

    private static final System.Logger LOGGER = System.getLogger("dev.airlock.runtime");
    private static final AtomicBoolean SAID = new AtomicBoolean();

    private SharingNotice() {}

    /** Logs the notice, unless this process has done so. */
    public static void say() {
        if (SAID.compareAndSet(false, true)) {
            LOGGER.log(System.Logger.Level.WARNING, TEXT);
        }
    }
}
