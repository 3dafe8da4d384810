package dev.airlock.cli.run;

import dev.airlock.cli.console.Progress;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.outcome.Interruption;
import dev.airlock.cli.recovery.RecoveryText;
import dev.airlock.cli.run.flags.CallFlags;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.runtime.AirlockListener;
import dev.airlock.runtime.CallResult;
import dev.airlock.runtime.HostedConnector;
import dev.airlock.runtime.recovery.journal.RecoveryEvent;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.LoadPhase;
import java.util.Locale;
import java.util.Optional;

/**
 * The progress of one call: the phases of loading, then the running operation. Actions of recovery get separate lines. It also tells the
 * interruption which work Ctrl-C ends.
 */
final class RunProgress implements AirlockListener, AutoCloseable {
    /** The most characters of a name, so that the line fits on a narrow terminal; a wrapped line cannot be wiped. */
    private static final int MOST_CHARACTERS = 40;

    private final String connector;
    private final Progress progress;
    private final RecoveryText recovery;
    private final Interruption interruption;
    private final Cancellation cancellation;
    private final boolean silent;
    private volatile Optional<HostedConnector> loaded = Optional.empty();

    RunProgress(
            Terminal terminal,
            CallFlags flags,
            ConnectorName name,
            Interruption interruption,
            Cancellation cancellation) {
        String last = name.toString();
        this.connector = ForeignText.clean(last.substring(last.lastIndexOf('/') + 1), MOST_CHARACTERS);
        this.progress = Progress.start(terminal, flags.quiet(), "loading " + connector);
        this.recovery = new RecoveryText(terminal);
        this.interruption = interruption;
        this.cancellation = cancellation;
        this.silent = flags.silent();
        interruption.working(cancellation);
    }

    /** Returns the connector, if it could be loaded. */
    Optional<HostedConnector> loaded() {
        return loaded;
    }

    @Override
    public void loading(LoadPhase phase, int functions) {
        String size = functions == 0 ? "" : String.format(Locale.ROOT, " (%,d functions)", functions);
        progress.say(phase.word() + " " + connector + size);
    }

    @Override
    public void loaded(HostedConnector hosted) {
        loaded = Optional.of(hosted);
        interruption.calling(cancellation);
    }

    @Override
    public void calling(String name, String op) {
        progress.say("running " + ForeignText.clean(op, MOST_CHARACTERS));
    }

    @Override
    public void recovering(RecoveryEvent event) {
        if (!silent) {
            progress.wiped(() -> recovery.on(event));
        }
    }

    @Override
    public void callEnded(CallResult result) {
        progress.close();
    }

    @Override
    public void close() {
        progress.close();
    }
}
