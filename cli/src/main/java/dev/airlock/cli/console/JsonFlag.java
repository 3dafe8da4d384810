package dev.airlock.cli.console;

import picocli.CommandLine.Option;

/** The flag {@code --json} of a command that has a document for programs. */
public final class JsonFlag {
    @Option(names = "--json", description = "Print exactly one JSON document on standard output.")
    private boolean given;

    /** Returns the flag of a command that another command calls. */
    public static JsonFlag of(boolean given) {
        JsonFlag flag = new JsonFlag();
        flag.given = given;
        return flag;
    }

    /** Returns whether the flag is given. */
    public boolean isGiven() {
        return given;
    }
}
