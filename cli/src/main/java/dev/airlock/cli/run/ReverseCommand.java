package dev.airlock.cli.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.binding.OpenVault;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.Faults;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.outcome.Interruption;
import dev.airlock.cli.console.outcome.OutcomeDocument;
import dev.airlock.cli.environment.ConnectorPlace;
import dev.airlock.cli.environment.RunEnvironment;
import dev.airlock.cli.recovery.RecoveryDocument;
import dev.airlock.cli.recovery.RecoveryFile;
import dev.airlock.cli.run.flags.ConnectorFlags;
import dev.airlock.failures.AuditId;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.runtime.Airlock;
import dev.airlock.runtime.CallRequest;
import dev.airlock.runtime.CallResult;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import dev.airlock.sandbox.api.LoadOptions;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code airlock reverse}: undoes a successful call once, as its connector declares. */
@Command(
        name = "reverse",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Undoes a successful call with the operation that the manifest names as its reversal.",
            "Reverses each call once. Refuses a call that did not succeed or declares no reversal."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the call is undone",
            "1:a structured failure, or a refusal",
            "2:wrong usage or configuration; nothing was run",
            "130:cancelled"
        },
        footer = {"", "Example:", "  airlock reverse my-connector audit-0b0e… --reason \"charged twice\""})
public final class ReverseCommand implements Callable<Integer> {
    private final Terminal terminal;
    private final Faults faults;

    @Parameters(
            index = "0",
            paramLabel = "CONNECTOR",
            description = "The connector that made the call: its folder, or NAME or NAME@VERSION of an installed one.")
    private Path directory = Path.of("");

    @Parameters(index = "1", paramLabel = "CALL", description = "The call's audit id.")
    private String call = "";

    @Option(
            names = "--reason",
            required = true,
            paramLabel = "TEXT",
            description = "The reason, for the record and for the operation that undoes the call.")
    private String reason = "";

    @Mixin
    private ConnectorFlags flags = new ConnectorFlags();

    /** The command for the user of that terminal. */
    public ReverseCommand(Terminal terminal, Faults faults) {
        this.terminal = terminal;
        this.faults = faults;
    }

    @Override
    public Integer call() {
        CallRequest request = flags.agreedTo(CallRequest.reversing(auditId(), reason));
        try (Interruption interruption = Interruption.listen(terminal, flags.json())) {
            ConnectorPlace place = ConnectorPlace.named(terminal, directory);
            ConnectorManifest manifest = place.configured(terminal);
            return run(interruption, place.files(manifest), manifest, request);
        } catch (StoreUnavailableException e) {
            throw RecoveryFile.unusable(e);
        }
    }

    private int run(Interruption interruption, ConnectorFiles files, ConnectorManifest manifest, CallRequest request) {
        try (RunProgress progress = new RunProgress(
                        terminal, flags, manifest.connector().name(), interruption, request.cancellation());
                RunEnvironment environment = flags.environment(terminal, faults, manifest);
                OpenVault vault = flags.vault(terminal, manifest);
                Airlock airlock =
                        vault.addTo(environment.airlock()).listener(progress).start()) {
            LoadOptions options = flags.bound(airlock, files, manifest, LoadOptions.standard());
            CallResult result = airlock.call(files, options, request);
            if (interruption.mayPrint()) {
                print(result, progress.loaded().isPresent());
            }
            return ExitCode.of(result.outcome());
        }
    }

    private void print(CallResult result, boolean loaded) {
        if (!flags.json()) {
            new OutcomeText(terminal, flags.quiet()).print(result.auditId(), result.outcome(), result.isUnrecorded());
            return;
        }
        ObjectNode document = OutcomeDocument.of(result.auditId(), result.outcome(), result.isUnrecorded());
        if (loaded) {
            document.set("recovery", RecoveryDocument.of(result.result(), false));
        }
        terminal.out().println(SafeJson.line(document));
    }

    private AuditId auditId() {
        try {
            return new AuditId(call);
        } catch (IllegalArgumentException e) {
            throw CommandProblem.usage("CALL takes an audit id as a run shows it, audit- and a UUID.");
        }
    }
}
