package dev.airlock.cli.actions;

import dev.airlock.cli.console.Progress;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.recovery.RecoveryText;
import dev.airlock.cli.run.flags.CallFlags;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.runtime.AirlockListener;
import dev.airlock.runtime.recovery.journal.RecoveryEvent;
import dev.airlock.sandbox.api.LoadPhase;

/** The progress of an action: the loads of its connectors, then its steps. */
final class ActionProgress implements AirlockListener, AutoCloseable {
    /** The most characters of a name, so that the line fits on a narrow terminal; a wrapped line cannot be wiped. */
    private static final int MOST_CHARACTERS = 40;

    private final String action;
    private final Progress progress;
    private final RecoveryText recovery;
    private final boolean silent;

    ActionProgress(Terminal terminal, CallFlags flags, String action) {
        this.recovery = new RecoveryText(terminal);
        this.silent = flags.silent();
        this.action = ForeignText.clean(action, MOST_CHARACTERS);
        this.progress = Progress.start(terminal, flags.quiet(), "loading the connectors of " + this.action);
    }

    @Override
    public void loading(LoadPhase phase, int functions) {
        progress.say(phase.word() + " a connector of " + action);
    }

    @Override
    public void calling(String connector, String op) {
        progress.say("running " + ForeignText.clean(op, MOST_CHARACTERS));
    }

    @Override
    public void recovering(RecoveryEvent event) {
        if (!silent) {
            progress.wiped(() -> recovery.on(event));
        }
    }

    /** Stops drawing. */
    void end() {
        progress.close();
    }

    @Override
    public void close() {
        progress.close();
    }
}
