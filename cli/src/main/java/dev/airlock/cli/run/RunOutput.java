package dev.airlock.cli.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.cli.console.outcome.OutcomeDocument;
import dev.airlock.cli.environment.ConnectorPlace;
import dev.airlock.cli.environment.RunEnvironment;
import dev.airlock.cli.recovery.RecoveryDocument;
import dev.airlock.cli.recovery.RecoveryText;
import dev.airlock.cli.run.flags.ConnectorFlags;
import dev.airlock.cli.run.flags.DiagnosisFlags;
import dev.airlock.cli.run.flags.LimitFlags;
import dev.airlock.cli.run.flags.RunRecording;
import dev.airlock.failures.AuditId;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.runtime.CallResult;
import dev.airlock.runtime.HostedConnector;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The output of a run: the outcome, with further facts for the user.
 *
 * @param directory the connector, as it was typed
 * @param op the operation
 * @param recovered whether recovery was on
 */
record RunOutput(
        Terminal terminal,
        Path directory,
        String op,
        boolean recovered,
        ConnectorFlags flags,
        LimitFlags limits,
        DiagnosisFlags diagnosis) {
    /** @param loaded the connector, if it could be loaded */
    void print(
            CallResult result,
            Optional<HostedConnector> loaded,
            ConnectorFiles files,
            ConnectorManifest manifest,
            RunEnvironment environment,
            Optional<RunRecording> recording) {
        Optional<Headroom> headroom = loaded.filter(connector -> diagnosis.headroom())
                .map(connector -> new Headroom(result.outcome().usage(), connector.limits()));
        if (flags.json()) {
            terminal.out().println(SafeJson.line(document(result, loaded.isPresent(), headroom)));
        } else {
            new OutcomeText(terminal, flags.quiet()).print(result.auditId(), result.outcome(), result.isUnrecorded());
        }
        if (!flags.quiet()) {
            notes(result, environment);
        }
        diagnose(result, headroom, files, manifest);
        if (!flags.silent()) {
            recording.ifPresent(made -> made.lines().forEach(terminal.err()::println));
        }
    }

    private ObjectNode document(CallResult result, boolean loaded, Optional<Headroom> headroom) {
        ObjectNode document = OutcomeDocument.of(result.auditId(), result.outcome(), result.isUnrecorded());
        if (result.reversible()) {
            document.put("reversible", true);
        }
        if (recovered && loaded) {
            document.set("recovery", RecoveryDocument.of(result.result(), result.reversible()));
        }
        headroom.ifPresent(left -> document.set("headroom", left.document()));
        return document;
    }

    /** Prints facts beside the outcome on standard error. */
    private void notes(CallResult result, RunEnvironment environment) {
        if (!flags.json()) {
            result.recorded().ifPresent(at -> terminal.err().println("recorded: " + RecoveryText.recorded(at)));
            if (result.reversible()) {
                sayHowToReverse(result.auditId());
            }
        }
        environment.reportLines(result.outcome()).forEach(line -> terminal.err().println("upstream: " + line));
        result.failure()
                .ifPresent(failure -> new RunHints(terminal, directory, flags.upstream(), limits)
                        .of(failure)
                        .forEach(terminal.err()::println));
    }

    private void sayHowToReverse(AuditId call) {
        terminal.err()
                .println("hint: airlock reverse " + ConnectorPlace.shown(directory) + " " + call
                        + " --reason TEXT undoes this call, once.");
    }

    private void diagnose(
            CallResult result, Optional<Headroom> headroom, ConnectorFiles files, ConnectorManifest manifest) {
        RunDiagnosis inside = new RunDiagnosis(files.module());
        if (!flags.silent()) {
            inside.trap(result.outcome()).forEach(terminal.err()::println);
            headroom.ifPresent(left -> left.lines().forEach(terminal.err()::println));
        }
        String title = op + " of " + manifest.connector().reference();
        diagnosis.profile().ifPresent(file -> writeProfile(inside, file, title));
    }

    /** Writes the profile. A failure to write it does not change the outcome of the call. */
    private void writeProfile(RunDiagnosis inside, Path file, String title) {
        try {
            inside.write(terminal.resolve(file), title, diagnosis.fuelProfile());
        } catch (IOException e) {
            terminal.err()
                    .println("airlock: the profile cannot be written to " + TypedFile.shown(file)
                            + "; choose a place that you may write to.");
        }
    }
}
