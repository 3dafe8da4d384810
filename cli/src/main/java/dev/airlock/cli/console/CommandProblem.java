package dev.airlock.cli.console;

import java.util.List;
import java.util.Locale;

/** The command cannot be carried out, and says why; exit code 2. Nothing was run. A stack would say nothing more. */
public final class CommandProblem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final transient List<String> problems;

    private CommandProblem(String code, String message, List<String> problems) {
        super(message, null, false, false);
        this.code = code;
        this.problems = List.copyOf(problems);
    }

    /** The command line is wrong. */
    public static CommandProblem usage(String message) {
        return new CommandProblem("usage", message, List.of());
    }

    /**
     * A word of the command line is not what it should be.
     *
     * @param why what is wrong with it and what to write, beginning with a small letter and without a full stop
     */
    public static CommandProblem word(String why) {
        return usage(why.substring(0, 1).toUpperCase(Locale.ROOT) + why.substring(1) + ".");
    }

    /** A file that the command needs is wrong, or missing. */
    public static CommandProblem configuration(String message, List<String> problems) {
        return new CommandProblem("configuration", message, problems);
    }

    /** The code of the administrative error. */
    public String code() {
        return code;
    }

    /** What is wrong, one line each; empty if the text says it all. */
    public List<String> problems() {
        return problems;
    }

    /** What is wrong and what to do, in sentences. */
    public String text() {
        return getMessage() == null ? "" : getMessage();
    }
}
