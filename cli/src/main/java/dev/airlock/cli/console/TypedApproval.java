package dev.airlock.cli.console;

import dev.airlock.runtime.actions.Approver;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Asks whoever sits at the terminal. */
public final class TypedApproval implements Approver {
    private static final Set<String> YES = Set.of("y", "yes");

    private final Terminal terminal;
    private final Runnable before;

    private TypedApproval(Terminal terminal, Runnable before) {
        this.terminal = terminal;
        this.before = before;
    }

    /**
     * Who approves in a run of the command: nobody where nobody looks.
     *
     * @param beforehand whether whoever typed the command approved it with that
     * @param before is done before anything is asked
     */
    public static Optional<Approver> of(Terminal terminal, boolean beforehand, Runnable before) {
        if (beforehand) {
            return Optional.of(request -> true);
        }
        return terminal.interactive() ? Optional.of(new TypedApproval(terminal, before)) : Optional.empty();
    }

    @Override
    public boolean approves(Request request) {
        before.run();
        terminal.err().print(request.preview() + " [y/N] ");
        terminal.err().flush();
        try {
            String answer = new BufferedReader(new InputStreamReader(terminal.in(), StandardCharsets.UTF_8)).readLine();
            return answer != null && YES.contains(answer.strip().toLowerCase(Locale.ROOT));
        } catch (IOException e) {
            return false; // nobody there is nobody who agrees
        }
    }
}
