package dev.airlock.cli.actions;

import dev.airlock.cli.console.Progress;
import dev.airlock.cli.console.Terminal;
import dev.airlock.failures.ForeignText;
import dev.airlock.sandbox.LoadListener;
import dev.airlock.sandbox.LoadPhase;

/** The progress of an action: its connectors are loaded, then its steps run. */
final class ActionProgress implements LoadListener, AutoCloseable {
    /** What fits on a narrow terminal: a line that is broken cannot be wiped. */
    private static final int MOST_CHARACTERS = 40;

    private final String action;
    private final Progress progress;

    ActionProgress(Terminal terminal, boolean hidden, String action) {
        this.action = ForeignText.clean(action, MOST_CHARACTERS);
        this.progress = Progress.start(terminal, hidden, "loading the connectors of " + this.action);
    }

    @Override
    public void begins(LoadPhase phase, int functions) {
        progress.say(phase.word() + " a connector of " + action);
    }

    void running(String op) {
        progress.say("running " + ForeignText.clean(op, MOST_CHARACTERS));
    }

    /** Nothing more is drawn. */
    void end() {
        progress.close();
    }

    @Override
    public void close() {
        progress.close();
    }
}
