package dev.airlock.cli.console.input;

import dev.airlock.cli.console.Terminal;
import dev.airlock.runtime.actions.Approver;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Creates approvers that ask the user of the terminal. */
public final class TypedApproval {
    private TypedApproval() {}

    /**
     * Returns the approver in a run of the command; empty without a person at the terminal.
     *
     * @param actor the user who runs the command
     * @param beforehand whether the command itself approves
     * @param before runs before any question
     */
    public static Optional<Approver> of(Terminal terminal, String actor, boolean beforehand, Runnable before) {
        if (beforehand) {
            return Optional.of(request -> CompletableFuture.completedFuture(Approver.Decision.approvedBy(actor)));
        }
        return terminal.interactive()
                ? Optional.of(Approver.of(actor, request -> {
                    before.run();
                    return Confirmation.isAnsweredYes(terminal, request.preview(), request.moot());
                }))
                : Optional.empty();
    }
}
