package dev.airlock.cli.run;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.cli.environment.ConnectorPlace;
import dev.airlock.cli.environment.RunEnvironment;
import dev.airlock.cli.recordings.KeptRecordings;
import dev.airlock.cli.run.flags.EngineChoice;
import dev.airlock.failures.AuditId;
import dev.airlock.formats.text.Printable;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.runtime.recordings.RecordingFile;
import dev.airlock.runtime.recordings.RecordingReader;
import dev.airlock.runtime.recordings.Replay;
import dev.airlock.runtime.recordings.TraceText;
import dev.airlock.sandbox.api.OutcomeJson;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.recording.Recording;
import dev.airlock.sandbox.recording.json.BadRecordingException;
import dev.airlock.sandbox.recording.json.EventJson;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code airlock replay}: repeats a recorded call offline and compares the outcomes. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Repeats a call that was recorded with airlock run --record, offline: the",
            "connector gets the recorded answers. Compares outcome and fuel."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the same outcome and the same fuel",
            "1:something is different",
            "2:wrong usage or configuration, no recording, or another module; nothing was run"
        },
        footer = {
            "",
            "Examples:",
            "  airlock replay audit-0190b3c4-6a5e-7c11-9f00-0a1b2c3d4e5f --trace",
            "  airlock replay failed-call.jsonl --connector my-connector"
        })
public final class ReplayCommand implements Callable<Integer> {
    private static final String HOW_TO_RECORD =
            "Run it with --record, airlock run DIR OP --record, then name the audit id of that run.";

    private final Terminal terminal;

    @Parameters(
            index = "0",
            paramLabel = "RECORDING",
            description = "A file that --record-to wrote, or the audit id of a call that was made with --record.")
    private String recording = "";

    @Option(
            names = "--connector",
            paramLabel = "DIR",
            description =
                    "The connector's folder. Default: the module that this machine kept when the call was recorded.")
    private @Nullable Path connector;

    @Option(
            names = "--engine",
            paramLabel = "TIER",
            converter = EngineChoice.Words.class,
            completionCandidates = EngineChoice.Words.class,
            description = "interpreted (default, and auto) or compiled. Results and fuel are the same.")
    private EngineChoice engine = EngineChoice.AUTO;

    @Option(names = "--trace", description = "Show the connector's requests, the answers and its log, with times.")
    private boolean trace;

    @Mixin
    private JsonFlag json = new JsonFlag();

    /** The command for the user of that terminal. */
    public ReplayCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        RecordingFile file = read();
        for (Recording attempt : file.attempts()) {
            if (!attempt.end().isComplete()) {
                throw problem("is incomplete: the call asked for more than a recording keeps. It cannot be replayed.");
            }
        }
        byte[] module = module(file.origin().moduleHash());
        List<Replay.Replayed> replayed = replayed(file, module);
        if (json.isGiven()) {
            terminal.out().println(SafeJson.line(document(replayed)));
        } else {
            replayed.forEach(one -> print(one, module));
        }
        return replayed.stream().allMatch(Replay.Replayed::isSame) ? ExitCode.SUCCESS : ExitCode.FAILURE;
    }

    private List<Replay.Replayed> replayed(RecordingFile file, byte[] module) {
        Tier tier = engine == EngineChoice.COMPILED ? Tier.COMPILED : Tier.INTERPRETED;
        try {
            Replay uncached = new Replay(file.origin(), module, tier);
            Replay replay = RunEnvironment.codeCache(terminal)
                    .map(uncached::withCodeCache)
                    .orElse(uncached);
            List<Replay.Replayed> replayed = new ArrayList<>();
            for (Recording attempt : file.attempts()) {
                replayed.add(replay.run(attempt));
            }
            return replayed;
        } catch (BadRecordingException e) {
            throw problem(e.getMessage() + ".");
        }
    }

    private RecordingFile read() {
        try {
            return RecordingReader.read(bytes());
        } catch (BadRecordingException e) {
            throw problem(e.getMessage() + ".");
        }
    }

    private CommandProblem problem(String what) {
        return CommandProblem.configuration("The recording " + Printable.of(recording) + " " + what, List.of());
    }

    private byte[] bytes() {
        if (isAuditId(recording)) {
            Path file = KeptRecordings.file(terminal, new AuditId(recording))
                    .orElseThrow(() -> problem("does not exist: that call was not recorded here. " + HOW_TO_RECORD));
            return TypedFile.bytes(terminal, file, RecordingFile.MOST_BYTES + 1L);
        }
        try {
            return TypedFile.bytes(terminal, Path.of(recording), RecordingFile.MOST_BYTES + 1L);
        } catch (InvalidPathException e) {
            throw CommandProblem.usage("RECORDING: " + Printable.quoted(recording) + " is not a path.");
        }
    }

    private static boolean isAuditId(String text) {
        try {
            return !new AuditId(text).value().isEmpty();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private byte[] module(ContentHash wanted) {
        if (connector != null) {
            byte[] module = ConnectorPlace.named(terminal, connector).module();
            ContentHash hash = RecordingFile.hash(module);
            if (!hash.equals(wanted)) {
                throw CommandProblem.configuration(
                        "The recording was made with another module, " + wanted.shortText() + "…; this one is "
                                + hash.shortText()
                                + "…. Use the module that it was made with, or name the recording in a"
                                + " scenario of airlock test, which accepts another build.",
                        List.of());
            }
            return module;
        }
        try {
            return KeptRecordings.folder(terminal)
                    .module(wanted)
                    .orElseThrow(() -> problem("was made with a module that is not kept here, " + wanted.shortText()
                            + "…. Name the folder that has it: --connector DIR."));
        } catch (IOException e) {
            throw problem("was made with a module that can no longer be read here. Name its folder: --connector DIR.");
        }
    }

    private void print(Replay.Replayed replayed, byte[] module) {
        Recording recorded = replayed.recording();
        if (trace) {
            terminal.out().println("        time            fuel  call            what");
            TraceText.of(recorded).forEach(terminal.out()::println);
        }
        replayed.divergence().ifPresent(left -> terminal.out().println(TraceText.of(left)));
        if (replayed.divergence().isEmpty()) {
            new OutcomeText(terminal, true).print(recorded.asked().auditId(), replayed.outcome(), false);
            new RunDiagnosis(module).trap(replayed.outcome()).forEach(terminal.err()::println);
        }
        terminal.out().println(verdict(replayed));
    }

    private static String verdict(Replay.Replayed replayed) {
        String which = "attempt " + replayed.recording().asked().attempt() + ": ";
        if (replayed.isSame()) {
            return String.format(
                    Locale.ROOT,
                    "%sthe same outcome, the same fuel (%,d)",
                    which,
                    replayed.outcome().usage().fuel());
        }
        return which + (replayed.isSameOutcome() ? "the same outcome, " : "another outcome, ") + fuel(replayed);
    }

    private static String fuel(Replay.Replayed replayed) {
        if (replayed.isSameFuel()) {
            return String.format(
                    Locale.ROOT,
                    "the same fuel, %d of %d events",
                    replayed.played(),
                    replayed.recording().events().size());
        }
        String where = replayed.firstOtherFuel().isPresent()
                ? ", different from event " + replayed.firstOtherFuel().getAsInt() + " on"
                : "";
        return String.format(
                Locale.ROOT,
                "other fuel: %,d instead of %,d%s",
                replayed.outcome().usage().fuel(),
                replayed.recording().end().fuel(),
                where);
    }

    private ObjectNode document(List<Replay.Replayed> replayed) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("same", replayed.stream().allMatch(Replay.Replayed::isSame));
        ArrayNode attempts = document.putArray("attempts");
        replayed.forEach(one -> attempts.add(document(one)));
        return document;
    }

    private ObjectNode document(Replay.Replayed replayed) {
        Recording recorded = replayed.recording();
        ObjectNode one = JsonNodeFactory.instance.objectNode();
        one.put("attempt", recorded.asked().attempt())
                .put("same_outcome", replayed.isSameOutcome())
                .put("same_fuel", replayed.isSameFuel())
                .put("fuel", replayed.outcome().usage().fuel())
                .put("recorded_fuel", recorded.end().fuel())
                .put("events", replayed.played())
                .put("recorded_events", recorded.events().size());
        replayed.divergence().ifPresent(left -> one.put("left_at", TraceText.of(left)));
        one.set("outcome", OutcomeJson.of(replayed.outcome()));
        one.set("recorded_outcome", recorded.end().outcome());
        if (trace) {
            ArrayNode events = one.putArray("trace");
            recorded.events().forEach(event -> events.add(EventJson.write(event)));
        }
        return one;
    }
}
