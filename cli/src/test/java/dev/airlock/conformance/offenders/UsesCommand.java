package dev.airlock.conformance.offenders;

import dev.airlock.cli.Main;

/** Breaks a rule of the house on purpose. */
public final class UsesCommand {
    private UsesCommand() {}

    static void uses() {
        Main.main(new String[0]);
    }
}
