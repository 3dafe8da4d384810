package dev.airlock.cli.audit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.recordings.ToScenarioFlags;
import dev.airlock.cli.recordings.WrittenScenario;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.runtime.audit.explain.Explanation;
import dev.airlock.runtime.audit.store.AuditRecord;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code airlock audit explain}: says why a call ended as it did. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Explains why a call ended as it did: the rule, grant, hop or limit,",
            "and the smallest change that would have allowed it."
        },
        footer = {
            "",
            "Examples:",
            "  airlock audit explain audit-0190b3c4-6a5e-7c11-9f00-0a1b2c3d4e5f",
            "  airlock audit explain audit-0190b3c4-6a5e-7c11-9f00-0a1b2c3d4e5f \\",
            "    --to-scenario my-connector/tests/not-allowed.toml"
        })
final class AuditExplainCommand extends AuditRecordPart {
    @Mixin
    private ToScenarioFlags toScenario = new ToScenarioFlags();

    AuditExplainCommand(Terminal terminal) {
        super(terminal);
    }

    /** Returns the command with arguments that were typed after another command. */
    static AuditExplainCommand of(Terminal terminal, String id, boolean json) {
        AuditExplainCommand command = new AuditExplainCommand(terminal);
        command.find(id, json);
        return command;
    }

    @Override
    void print(List<AuditRecord> records) {
        Optional<WrittenScenario> scenario =
                toScenario.write(terminal(), records.get(0).call());
        Explanation explanation = Explanation.of(records);
        if (json()) {
            ObjectNode document = JsonNodeFactory.instance.objectNode().put("ending", explanation.ending());
            explanation.steps().forEach(document.putArray("steps")::add);
            explanation.effects().addTo(document);
            document.put("change", explanation.change());
            scenario.ifPresent(written -> document.set("scenario", written.document()));
            terminal().out().println(SafeJson.line(document));
            return;
        }
        explain(explanation);
        scenario.ifPresent(written -> written.lines().forEach(terminal().out()::println));
    }

    private void explain(Explanation explanation) {
        lines(explanation.ending());
        explanation.steps().forEach(step -> terminal().out().println("  " + ForeignText.clean(step)));
        if (!explanation.effects().sentence().isEmpty()) {
            lines(explanation.effects().sentence());
        }
        if (explanation.change().isEmpty()) {
            return;
        }
        terminal().out().println("What would have allowed it:");
        lines(explanation.change());
    }

    private void lines(String text) {
        text.lines().forEach(line -> terminal().out().println(SafeJson.escaped(line)));
    }
}
