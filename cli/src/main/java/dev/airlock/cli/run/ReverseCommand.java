package dev.airlock.cli.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.Faults;
import dev.airlock.cli.console.Interruption;
import dev.airlock.cli.console.OutcomeDocument;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.environment.ConnectorPlace;
import dev.airlock.cli.environment.RunEnvironment;
import dev.airlock.cli.recovery.RecoveryDocument;
import dev.airlock.cli.recovery.RecoveryFile;
import dev.airlock.failures.AuditId;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.runtime.recovery.Recoveries;
import dev.airlock.runtime.recovery.Result;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import dev.airlock.sandbox.Call;
import dev.airlock.sandbox.Cancellation;
import dev.airlock.sandbox.LoadOptions;
import dev.airlock.sandbox.LoadResult;
import dev.airlock.sandbox.Outcome;
import dev.airlock.sandbox.Sandbox;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code airlock reverse}: undoes a call that succeeded, once, as its connector declares. */
@Command(
        name = "reverse",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Undoes a call that succeeded, by the operation that the manifest names as its reversal.",
            "Each call is reversed once. One that did not succeed, or declares no reversal, is not."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it is undone",
            "1:a structured failure, a refusal included",
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
            description = "Why, for the record and for the operation that undoes it.")
    private String reason = "";

    @Mixin
    private ConnectorFlags flags = new ConnectorFlags();

    /** The command for whoever is at that terminal. */
    public ReverseCommand(Terminal terminal, Faults faults) {
        this.terminal = terminal;
        this.faults = faults;
    }

    @Override
    public Integer call() {
        Recoveries.Reversal reversal = Recoveries.Reversal.of(auditId(), reason);
        try (Interruption interruption = Interruption.listen(terminal, flags.json())) {
            ConnectorPlace folder = ConnectorPlace.named(terminal, directory);
            ConnectorManifest manifest = folder.manifest();
            byte[] module = folder.module();
            LoadingLine progress = new LoadingLine(
                    terminal, flags.quiet(), manifest.connector().name());
            try (RunAudit audit = RunAudit.open(terminal);
                    RunEnvironment environment = RunEnvironment.open(
                            terminal, faults, manifest, flags.upstream(), flags.allowPrivate(), null);
                    RunCredentials credentials = flags.credentials(terminal, folder, manifest);
                    RunRecovery recovery =
                            RunRecovery.open(terminal, credentials.refresh(), audit, flags.scripted(), flags.silent());
                    Sandbox sandbox = environment.sandbox(progress, recovery.circuits())) {
                audit.begin(
                        new RunAudit.Intent(
                                () -> folder.recorded(manifest, module),
                                undoing(reversal),
                                flags.scripted(),
                                flags.allowPrivate()),
                        credentials.secrets());
                interruption.loading();
                LoadOptions options = credentials.addTo(LoadOptions.standard().withIdentity(folder.identity(manifest)));
                LoadResult loaded = loaded(sandbox, manifest, module, options, progress);
                return printed(loaded, reversal, sandbox, audit, recovery, interruption);
            }
        } catch (StoreUnavailableException e) {
            throw RecoveryFile.unusable(e);
        }
    }

    private static LoadResult loaded(
            Sandbox sandbox, ConnectorManifest manifest, byte[] module, LoadOptions options, LoadingLine progress) {
        try (progress) {
            return sandbox.load(manifest, module, options);
        }
    }

    /** The reversal as a call that is recorded; which operation it comes to, its records tell. */
    private static Call undoing(Recoveries.Reversal reversal) {
        Call call = Call.of("reverse", reversal.args());
        return new Call(
                call.op(),
                call.args(),
                call.idempotencyKey(),
                1,
                reversal.auditId(),
                call.cancellation(),
                call.wallMillis());
    }

    private int printed(
            LoadResult loaded,
            Recoveries.Reversal reversal,
            Sandbox sandbox,
            RunAudit audit,
            RunRecovery recovery,
            Interruption interruption) {
        Cancellation cancellation = new Cancellation();
        interruption.calling(cancellation);
        return loaded.match(
                ready -> {
                    Result result = recovery.reverse(sandbox, ready.connector(), reversal, cancellation);
                    return printed(reversal, result.outcome(), Optional.of(result), audit, interruption);
                },
                refused -> printed(reversal, audit.once(refused::outcome), Optional.empty(), audit, interruption),
                cancelled -> printed(reversal, audit.once(cancelled::outcome), Optional.empty(), audit, interruption));
    }

    private int printed(
            Recoveries.Reversal reversal,
            Outcome outcome,
            Optional<Result> result,
            RunAudit audit,
            Interruption interruption) {
        if (interruption.mayPrint()) {
            if (flags.json()) {
                ObjectNode document = OutcomeDocument.of(reversal.auditId(), outcome, audit.unrecorded());
                result.ifPresent(known -> document.set("recovery", RecoveryDocument.of(known, false)));
                terminal.out().println(SafeJson.line(document));
            } else {
                new OutcomeText(terminal, flags.quiet()).print(reversal.auditId(), outcome, audit.unrecorded());
            }
        }
        return ExitCode.of(outcome);
    }

    private AuditId auditId() {
        try {
            return new AuditId(call);
        } catch (IllegalArgumentException e) {
            throw CommandProblem.usage("CALL is an audit id, audit- and a UUID, as a run shows it.");
        }
    }
}
