package dev.airlock.sandbox.offenders;

import dev.airlock.sandbox.admission.JvmShare;

/** Breaks a rule of the house on purpose. */
public final class TakesASlot {
    private TakesASlot() {}

    static void take() {
        JvmShare.ofTheJvm().documents().takeAnyway().close();
    }
}
