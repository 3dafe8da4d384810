package dev.airlock.cli.audit;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.audit.log.AuditFile;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.cli.console.outcome.Interruption;
import dev.airlock.cli.environment.SettingsFile;
import dev.airlock.runtime.audit.AuditArchive;
import dev.airlock.runtime.audit.chain.AuditProblem;
import dev.airlock.runtime.audit.chain.AuditReport;
import dev.airlock.runtime.audit.chain.AuditWitness;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.key.HeadFile;
import dev.airlock.runtime.audit.key.KeptHead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code airlock audit verify}: verifies the log. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Looks for changes to the log since it was written: records that were altered, removed or",
            "reordered, or a log that was shortened or rewritten. Reports where, and the hash of the log's end.",
            "Keep that hash elsewhere: --head checks that a later log still has it. Checks the heads too that Airlock",
            "kept in heads_file, if settings.toml names one."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the log is intact", "1:it is not", "2:wrong usage or configuration; nothing was checked"},
        footer = {"", "Examples:", "  airlock audit verify", "  airlock audit verify --head HASH --key audit.pub"})
final class AuditVerifyCommand extends AuditPart {
    @Option(names = "--head", paramLabel = "HASH", description = "A hash that an earlier verification printed.")
    private @Nullable String head;

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description = "The public key of the log's checkpoints, as PEM. Default: audit.key beside the log.")
    private @Nullable Path key;

    @Option(
            names = "--heads",
            paramLabel = "FILE",
            description =
                    "A file of kept heads, one on each line. Default: heads_file of settings.toml, if it names one.")
    private @Nullable Path heads;

    @Mixin
    private JsonFlag json = new JsonFlag();

    AuditVerifyCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    boolean json() {
        return json.isGiven();
    }

    @Override
    int read(AuditArchive archive, Interruption interruption) {
        Optional<List<KeptHead>> kept = heads();
        AuditReport report = archive.verify(witness().with(kept.orElse(List.of())));
        if (interruption.mayPrint()) {
            print(report, kept);
        }
        return report.problems().isEmpty() ? ExitCode.SUCCESS : ExitCode.FAILURE;
    }

    private AuditWitness witness() {
        AuditWitness known = known();
        return kept().map(known::with).orElse(known);
    }

    /** Returns the kept heads; empty if the file that the settings name does not exist. */
    private Optional<List<KeptHead>> heads() {
        Optional<Path> file = Optional.ofNullable(heads)
                .map(terminal()::resolve)
                .or(() -> SettingsFile.read(terminal()).headsFile());
        if (heads != null && !Files.exists(terminal().resolve(heads))) {
            throw CommandProblem.configuration(TypedFile.shown(heads) + " does not exist.", List.of());
        }
        if (file.filter(named -> !Files.exists(named)).isPresent()) {
            return Optional.empty();
        }
        try {
            return Optional.of(file.isPresent() ? new HeadFile(file.get()).read() : List.of());
        } catch (IOException e) {
            throw CommandProblem.configuration(
                    "The kept heads cannot be used: " + e.getMessage() + ". Name another file with --heads.",
                    List.of());
        }
    }

    private Optional<String> kept() {
        if (head != null && !head.matches("[0-9a-f]{64}")) {
            throw CommandProblem.usage("--head takes the hash that airlock audit verify prints, 64 hex digits.");
        }
        return Optional.ofNullable(head);
    }

    /** Returns the key from the file, which may hold only the public half. */
    private AuditWitness known() {
        Path file = key == null ? AuditFile.key(terminal()) : terminal().resolve(key);
        try {
            return AuditWitness.of(CheckpointKey.read(file));
        } catch (IOException e) {
            return half(file);
        }
    }

    private static AuditWitness half(Path file) {
        try {
            return AuditWitness.of(CheckpointKey.publicKeyAt(file));
        } catch (IOException e) {
            throw CommandProblem.configuration(
                    TypedFile.shown(file) + " cannot be read as a public key. Name the key of the log with --key.",
                    List.of());
        }
    }

    private void print(AuditReport report, Optional<List<KeptHead>> kept) {
        if (json()) {
            terminal().out().println(SafeJson.line(document(report)));
            return;
        }
        report.problems().forEach(problem -> terminal().out().println(SafeJson.escaped(problem.toString())));
        terminal()
                .out()
                .println(
                        report.problems().isEmpty()
                                ? report.records() + " records, none altered, removed or reordered"
                                : count(report.problems().size()) + " in " + report.records() + " records");
        VerifyRemarks.of(report, kept, head != null).forEach(terminal().out()::println);
    }

    private static String count(int problems) {
        return problems == 1 ? "1 problem" : problems + " problems";
    }

    private static ObjectNode document(AuditReport report) {
        ObjectNode document = JsonNodeFactory.instance
                .objectNode()
                .put("log", report.logId())
                .put("records", report.records())
                .put("unsigned", report.unsigned())
                .put("head", report.head().hash());
        ArrayNode ends = document.putArray("open_ends");
        for (AuditReport.OpenEnd end : report.openEnds()) {
            ends.addObject()
                    .put("seq", end.seq())
                    .put("up_to", end.upTo())
                    .put("unsigned", end.unsigned())
                    .put("seal", end.seal().wireName());
        }
        ArrayNode problems = document.putArray("problems");
        for (AuditProblem problem : report.problems()) {
            problems.addObject()
                    .put("kind", problem.kind().wireName())
                    .put("seq", problem.seq())
                    .put("message", problem.text());
        }
        return document;
    }
}
