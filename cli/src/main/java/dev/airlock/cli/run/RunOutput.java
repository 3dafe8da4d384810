package dev.airlock.cli.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.console.OutcomeDocument;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.TypedFile;
import dev.airlock.cli.environment.ConnectorPlace;
import dev.airlock.cli.environment.RunEnvironment;
import dev.airlock.cli.recovery.RecoveryDocument;
import dev.airlock.cli.recovery.RecoveryText;
import dev.airlock.failures.AuditId;
import dev.airlock.runtime.recovery.Result;
import dev.airlock.sandbox.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a run prints: the outcome, and beside it what whoever runs a connector wants to know.
 *
 * @param directory the connector, as it was typed
 * @param op the operation
 */
record RunOutput(
        Terminal terminal,
        Path directory,
        String op,
        ConnectorFlags flags,
        LimitFlags limits,
        DiagnosisFlags diagnosis) {
    void print(
            AuditId call,
            Ran ran,
            ConnectorRun.Subject subject,
            RunEnvironment environment,
            boolean unrecorded,
            Optional<RunRecording> recording) {
        if (flags.json()) {
            terminal.out().println(SafeJson.line(document(call, ran, unrecorded)));
        } else {
            new OutcomeText(terminal, flags.quiet()).print(call, ran.outcome(), unrecorded);
        }
        if (!flags.quiet()) {
            notes(ran, environment);
        }
        diagnose(ran, subject);
        if (!flags.silent()) {
            recording.ifPresent(made -> made.lines().forEach(terminal.err()::println));
        }
    }

    private ObjectNode document(AuditId call, Ran ran, boolean unrecorded) {
        ObjectNode document = OutcomeDocument.of(call, ran.outcome(), unrecorded);
        ran.reversible().ifPresent(unused -> document.put("reversible", true));
        ran.recovered()
                .ifPresent(result -> document.set(
                        "recovery", RecoveryDocument.of(result, ran.reversible().isPresent())));
        headroom(ran).ifPresent(left -> document.set("headroom", left.document()));
        return document;
    }

    private Optional<Headroom> headroom(Ran ran) {
        return ran.connector()
                .filter(loaded -> diagnosis.headroom())
                .map(loaded -> new Headroom(ran.outcome().usage(), loaded.limits()));
    }

    /** What the outcome does not say, on standard error. */
    private void notes(Ran ran, RunEnvironment environment) {
        ran.recovered()
                .flatMap(Result::recorded)
                .filter(at -> !flags.json())
                .ifPresent(at -> terminal.err().println("recorded: " + RecoveryText.recorded(at)));
        ran.reversible().filter(call -> !flags.json()).ifPresent(this::sayHowToReverse);
        environment.reportLines(ran.outcome()).forEach(line -> terminal.err().println("upstream: " + line));
        if (ran.outcome() instanceof Outcome.Failed failed) {
            new RunHints(terminal, directory, flags.upstream(), limits)
                    .of(failed.failure())
                    .forEach(terminal.err()::println);
        }
    }

    private void sayHowToReverse(AuditId call) {
        terminal.err()
                .println("hint: airlock reverse " + ConnectorPlace.shown(directory) + " " + call
                        + " --reason TEXT undoes this call, once.");
    }

    private void diagnose(Ran ran, ConnectorRun.Subject subject) {
        RunDiagnosis inside = new RunDiagnosis(subject.module());
        if (!flags.silent()) {
            inside.trap(ran.outcome()).forEach(terminal.err()::println);
            headroom(ran).ifPresent(left -> left.lines().forEach(terminal.err()::println));
        }
        String title = op + " of " + subject.manifest().connector().reference();
        diagnosis.profile().ifPresent(file -> writeProfile(inside, file, title));
    }

    /** The call was made, so a page that cannot be written changes nothing about what it came to. */
    private void writeProfile(RunDiagnosis inside, Path file, String title) {
        try {
            inside.write(terminal.resolve(file), title, diagnosis.made());
        } catch (IOException e) {
            terminal.err()
                    .println("airlock: the profile cannot be written to " + TypedFile.shown(file)
                            + "; choose a place that you may write to.");
        }
    }
}
