package dev.airlock.sandbox.offenders;

import java.util.logging.Logger;

/** Breaks a rule of the house on purpose. */
public final class Logs {
    private Logs() {}

    static void uses() {
        Logger.getLogger("").info("");
    }
}
