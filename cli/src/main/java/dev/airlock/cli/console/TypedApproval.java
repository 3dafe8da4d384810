package dev.airlock.cli.console;

import dev.airlock.runtime.actions.Approver;
import java.util.Optional;

/** Asks whoever sits at the terminal. */
public final class TypedApproval implements Approver {
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
        return Question.isAnsweredYes(terminal, request.preview(), request.cancellation());
    }
}
