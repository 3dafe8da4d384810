package dev.airlock.cli;

import java.util.List;

/** The command cannot be carried out, and says why; exit code 2. Nothing was run. A stack would say nothing more. */
final class CommandProblem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final transient List<String> problems;

    private CommandProblem(String code, String message, List<String> problems) {
        super(message, null, false, false);
        this.code = code;
        this.problems = List.copyOf(problems);
    }

    /** The command line is wrong. */
    static CommandProblem usage(String message) {
        return new CommandProblem("usage", message, List.of());
    }

    /** A file that the command needs is wrong, or missing. */
    static CommandProblem configuration(String message, List<String> problems) {
        return new CommandProblem("configuration", message, problems);
    }

    String code() {
        return code;
    }

    List<String> problems() {
        return problems;
    }

    String text() {
        return getMessage() == null ? "" : getMessage();
    }
}
