package dev.airlock.cli.run;

import dev.airlock.cli.console.Progress;
import dev.airlock.cli.console.Terminal;
import dev.airlock.failures.ForeignText;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.sandbox.LoadListener;
import dev.airlock.sandbox.LoadPhase;
import java.util.Locale;

/** The progress of one run: what is being done to the connector, then which operation runs. */
final class LoadingLine implements LoadListener, AutoCloseable {
    /** What fits on a narrow terminal: a line that is broken cannot be wiped. */
    private static final int MOST_CHARACTERS = 40;

    private final String connector;
    private final Progress progress;

    LoadingLine(Terminal terminal, boolean hidden, ConnectorName name) {
        String last = name.toString();
        this.connector = ForeignText.clean(last.substring(last.lastIndexOf('/') + 1), MOST_CHARACTERS);
        this.progress = Progress.start(terminal, hidden, "loading " + connector);
    }

    @Override
    public void begins(LoadPhase phase, int functions) {
        String size = functions == 0 ? "" : String.format(Locale.ROOT, " (%,d functions)", functions);
        progress.say(phase.word() + " " + connector + size);
    }

    void running(String op) {
        progress.say("running " + ForeignText.clean(op, MOST_CHARACTERS));
    }

    @Override
    public void close() {
        progress.close();
    }
}
