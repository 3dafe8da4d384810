package dev.airlock.cli.audit;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.audit.log.AuditTimes;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.outcome.Interruption;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.runtime.audit.AuditArchive;
import dev.airlock.runtime.audit.explain.CallSummary;
import dev.airlock.runtime.audit.explain.ConsentSummary;
import dev.airlock.runtime.audit.store.RecordFilter;
import dev.airlock.sandbox.time.Sleeper;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code airlock audit list}: lists recorded calls or consents. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Shows the recorded calls, oldest first: time, outcome, operation, audit id.",
            "With --consents, shows consents and revocations instead: installs, updates, removals, trust, bindings."
        },
        footer = {
            "",
            "Examples:",
            "  airlock audit list --failed --connector slack --since 2h",
            "  airlock audit list --consents"
        })
final class AuditListCommand extends AuditPart {
    private static final Duration POLL = Duration.ofMillis(500);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Option(names = "--failed", description = "Only calls that failed, or that have no outcome.")
    private boolean failed;

    @Option(
            names = "--connector",
            paramLabel = "NAME",
            description = "Only calls of connectors with this text in their name.")
    private @Nullable String connector;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = AuditTimes.class,
            description = "Only calls since then: 15m, 2h, 7d, a day, or a time such as 2026-11-28T09:30:00Z.")
    private @Nullable Instant since;

    @Option(names = "--consents", description = "Show consents and revocations instead of calls.")
    private boolean consents;

    @Option(names = "--follow", description = "Keep running, and show calls as they end, until Ctrl-C.")
    private boolean follow;

    @Mixin
    private JsonFlag json = new JsonFlag();

    AuditListCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    boolean json() {
        return json.isGiven();
    }

    @Override
    int read(AuditArchive archive, Interruption interruption) {
        if (follow && json()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--follow has no end, so it cannot print one document; leave out --json or --follow");
        }
        if (consents) {
            return consents(archive, interruption);
        }
        List<CallSummary> calls = calls(archive, filter());
        if (follow) {
            calls.forEach(this::print);
            return follow(archive, calls, interruption);
        }
        if (interruption.mayPrint()) {
            printAll(calls);
        }
        return ExitCode.SUCCESS;
    }

    private int consents(AuditArchive archive, Interruption interruption) {
        if (follow || failed) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--failed and --follow are about calls, and --consents shows none; leave one out");
        }
        List<ConsentSummary> found = archive.consents(filter());
        if (interruption.mayPrint()) {
            new ConsentList(terminal()).print(found, json());
        }
        return ExitCode.SUCCESS;
    }

    private void printAll(List<CallSummary> calls) {
        if (json()) {
            terminal().out().println(SafeJson.line(document(calls)));
        } else {
            calls.forEach(this::print);
            terminal().out().println(calls.size() == 1 ? "1 call" : calls.size() + " calls");
        }
    }

    /** Prints calls as they end, until the process is asked to end. Another thread ends it then. */
    private int follow(AuditArchive archive, List<CallSummary> shown, Interruption interruption) {
        long last = shown.stream().mapToLong(CallSummary::seq).max().orElse(0);
        interruption.loading();
        try {
            // the reader of a pipe may be gone
            while (!interruption.requested() && !terminal().out().checkError()) {
                Sleeper.sleep(POLL);
                for (CallSummary call : calls(archive, filter().after(last))) {
                    last = call.seq();
                    if (call.isOver()) { // otherwise its outcome comes later, in its own record
                        print(call);
                    }
                }
            }
            return interruption.requested() ? ExitCode.CANCELLED : ExitCode.SUCCESS;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.CANCELLED;
        }
    }

    private List<CallSummary> calls(AuditArchive archive, RecordFilter filter) {
        return archive.calls(filter).stream()
                .filter(call -> !failed || call.failed())
                .toList();
    }

    private RecordFilter filter() {
        RecordFilter filter = connector == null ? RecordFilter.ALL : RecordFilter.ALL.ofConnector(connector);
        return since == null ? filter : filter.since(since.toEpochMilli());
    }

    private void print(CallSummary call) {
        String ending = (call.failureClass().isEmpty() ? call.ending() : call.failureClass())
                + call.effects()
                        .effect()
                        .map(effect -> " (effect " + effect + ")")
                        .orElse("");
        terminal()
                .out()
                .println(call.at().truncatedTo(ChronoUnit.SECONDS) + "  " + ending + "  "
                        + ForeignText.clean(call.op()) + "  "
                        + (call.connector().isEmpty() ? "(action)" : ForeignText.clean(call.connector())) + "  "
                        + call.call());
    }

    private static ObjectNode document(List<CallSummary> calls) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        ArrayNode array = document.putArray("calls");
        for (CallSummary call : calls) {
            ObjectNode node = array.addObject()
                    .put("audit_id", call.call())
                    .put("time", call.at().toString())
                    .put("connector", call.connector())
                    .put("op", call.op())
                    .put("actor", call.actor())
                    .put("ending", call.ending());
            if (!call.failureClass().isEmpty()) {
                node.put("class", call.failureClass());
            }
            call.effects().addTo(node);
        }
        return document;
    }
}
