package dev.airlock.cli.console;

import dev.airlock.runtime.actions.Approver;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Asks whoever sits at the terminal. */
public final class TypedApproval {
    private TypedApproval() {}

    /**
     * Who approves in a run of the command: nobody where nobody looks.
     *
     * @param actor who runs the command
     * @param beforehand whether whoever typed the command approved it with that
     * @param before is done before anything is asked
     */
    public static Optional<Approver> of(Terminal terminal, String actor, boolean beforehand, Runnable before) {
        if (beforehand) {
            return Optional.of(request -> CompletableFuture.completedFuture(Approver.Decision.approvedBy(actor)));
        }
        return terminal.interactive()
                ? Optional.of(Approver.of(actor, request -> {
                    before.run();
                    return Question.isAnsweredYes(terminal, request.preview(), request.moot());
                }))
                : Optional.empty();
    }
}
