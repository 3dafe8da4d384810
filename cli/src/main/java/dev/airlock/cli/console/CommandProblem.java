package dev.airlock.cli.console;

import java.util.List;
import java.util.Locale;

/**
 * Thrown when a command cannot be carried out, with the reason; exit code 2. Nothing was run. It has no stack trace, because the message is
 * enough.
 */
public final class CommandProblem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final transient List<String> problems;

    private CommandProblem(String code, String message, List<String> problems) {
        super(message, null, false, false);
        this.code = code;
        this.problems = List.copyOf(problems);
    }

    /** Returns the problem of a wrong command line. */
    public static CommandProblem usage(String message) {
        return new CommandProblem("usage", message, List.of());
    }

    /**
     * Returns the problem of a wrong word of the command line.
     *
     * @param why the problem and the correction, beginning with a small letter and without a full stop
     */
    public static CommandProblem word(String why) {
        return usage(why.substring(0, 1).toUpperCase(Locale.ROOT) + why.substring(1) + ".");
    }

    /** Returns the problem of a wrong or missing file that the command needs. */
    public static CommandProblem configuration(String message, List<String> problems) {
        return new CommandProblem("configuration", message, problems);
    }

    /** Returns the code of the administrative error. */
    public String code() {
        return code;
    }

    /** Returns the problems, one line each; empty if the text is enough. */
    public List<String> problems() {
        return problems;
    }

    /** Prints it on standard error. */
    public void print(Terminal terminal) {
        terminal.err().println("airlock: " + text());
        problems().forEach(line -> terminal.err().println("  " + line));
    }

    /** Returns the problem and the action to take, in sentences. */
    public String text() {
        return getMessage() == null ? "" : getMessage();
    }
}
