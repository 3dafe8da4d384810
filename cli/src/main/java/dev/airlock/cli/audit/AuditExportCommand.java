package dev.airlock.cli.audit;

import dev.airlock.cli.audit.log.AuditTimes;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.outcome.Interruption;
import dev.airlock.runtime.audit.AuditArchive;
import dev.airlock.runtime.audit.store.RecordFilter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code airlock audit export}: prints the log as JSON lines. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Prints the log as JSON lines, one record each, with its hash as the last member.",
            "You can check each line on its own: the hash covers the line without that member."
        },
        footer = {"", "Example:", "  airlock audit export --since 7d > audit.jsonl"})
final class AuditExportCommand extends AuditPart {
    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = AuditTimes.class,
            description = "Only records since then: 15m, 2h, 7d, a day, or a time such as 2026-11-28T09:30:00Z.")
    private @Nullable Instant since;

    AuditExportCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    boolean json() {
        return false;
    }

    @Override
    int read(AuditArchive archive, Interruption interruption) {
        RecordFilter filter = since == null ? RecordFilter.ALL : RecordFilter.ALL.since(since.toEpochMilli());
        if (interruption.mayPrint()) {
            // the lines are printed unchanged, because an escape would change the hash
            archive.export(filter, line -> terminal().out().println(line));
        }
        return ExitCode.SUCCESS;
    }
}
