package dev.airlock.sandbox.offenders;

import java.util.concurrent.TimeUnit;

/** Breaks a rule of the house on purpose. */
public final class Dozes {
    private Dozes() {}

    static void uses() throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(1);
    }
}
