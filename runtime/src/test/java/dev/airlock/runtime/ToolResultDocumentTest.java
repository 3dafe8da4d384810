package dev.airlock.runtime;

import static dev.airlock.runtime.HostedActions.action;
import static dev.airlock.runtime.HostedActions.post;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.airlock.failures.AuditId;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.actions.Action;
import dev.airlock.runtime.actions.ActionEvent;
import dev.airlock.runtime.actions.ActionListener;
import dev.airlock.runtime.actions.tools.ActionTools;
import dev.airlock.runtime.actions.tools.ToolCall;
import dev.airlock.runtime.actions.tools.ToolResult;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.upstreams.ScriptedUpstream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The result of a tool call for a program: the published document, and events while it runs. */
class ToolResultDocumentTest {
    private static final String BASE = "https://airlock.dev/abi/";
    private static final SchemaRegistry PUBLISHED = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            builder -> builder.schemas(iri -> iri.startsWith(BASE) ? text(iri.substring(BASE.length())) : null));
    private static final String LOST = "[[exchange]]\nmatch = { path = \"/b\" }\nfault = \"reset_after_request\"\n";
    private static final String REFUSES = """
            [[exchange]]
            match = { path = "/b" }
            respond = { status = 404, body = '{}' }
            times = 1
            [[exchange]]
            match = { path = "/b" }
            respond = { status = 429, body = '{}' }
            """;
    private static final String UNREACHABLE_ONCE =
            "[[exchange]]\nmatch = { host = \"api.example.com:443\" }\nfault =" + " \"connect_refused\"\ntimes = 1\n";
    private static final ToolCall ASKED = new ToolCall("call_1", "two", "{}");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path home;

    @Test
    void saysHowEachStepOfASuccessIsUndoneAndThatItIs() throws Exception {
        try (ScriptedUpstream upstream = HostedActions.upstream(HostedActions.WORKS);
                Airlock airlock = airlock(upstream)) {
            JsonNode result = structured(call(airlock, "", ASKED.withKey("order-17")));

            assertThat(result.path("outcome").asText()).isEqualTo("succeeded");
            assertThat(result.path("idempotency_key").asText()).isEqualTo("order-17");
            assertThat(result.path("output").path("two").isObject()).isTrue();
            assertThat(result.has("effect")).isFalse();
            JsonNode second = result.path("steps").path(1);
            assertThat(second.path("status").asText()).isEqualTo("succeeded");
            assertThat(second.path("idempotency_key").asText()).isEqualTo("order-17.two");
            JsonNode undo = second.path("reversal");
            assertThat(undo.path("op").asText()).isEqualTo("undo");
            assertThat(undo.path("audit_id")).isEqualTo(second.path("audit_id"));
            AuditId call = new AuditId(undo.path("audit_id").asText());
            HostedConnector errands =
                    airlock.load(HostedActions.CLI.resolve("errands")).orThrow();
            assertThat(undo.path("connector").asText()).isEqualTo(errands.name());
            assertThat(airlock.reverse(errands, call, "a mistake").output()).isPresent();
            assertThat(airlock.isReversible(call)).isFalse();

            JsonNode again = structured(call(airlock, "", ASKED.withKey("order-17")));
            assertThat(again.path("recorded_at").asText()).endsWith("Z");
            assertThat(again.path("steps").path(1).path("recorded_at").asText()).endsWith("Z");
            assertThat(again.path("steps").path(1).has("reversal")).isFalse();
        }
    }

    @Test
    void saysWhatAFailureMayHaveChanged() throws Exception {
        try (ScriptedUpstream upstream = HostedActions.upstream(LOST + HostedActions.WORKS);
                Airlock airlock = airlock(upstream)) {
            JsonNode result = structured(call(airlock, "idempotent = false\n", ASKED.withKey("order-18")));

            assertThat(result.path("outcome").asText()).isEqualTo("failed");
            assertThat(result.path("error").path("class").asText()).isEqualTo("network_error");
            assertThat(result.path("effect").asText()).isEqualTo("uncertain");
            assertThat(result.path("request_sent").asBoolean()).isTrue();
            assertThat(result.path("idempotency_key").asText()).isEqualTo("order-18");
            JsonNode lost = result.path("steps").path(1);
            assertThat(lost.path("status").asText()).isEqualTo("failed");
            assertThat(lost.path("effect").asText()).isEqualTo("uncertain");
            assertThat(lost.path("audit_id").asText()).startsWith("audit-");
            assertThat(result.path("steps").path(0).has("reversal")).isTrue();
        }
    }

    @Test
    void isOfThePublishedFormWhateverItCameTo() throws Exception {
        try (ScriptedUpstream upstream = HostedActions.upstream(REFUSES + HostedActions.WORKS)) {
            Airlock airlock = airlock(upstream);
            String fallback = "fallback = { connector = \"local://cli/echo\", op = \"echo\", inputs = {} }\n";
            assertThat(List.of(
                            outcome(call(airlock, "optional = true\n", ASKED)),
                            outcome(call(airlock, fallback, ASKED)),
                            outcome(call(airlock, "", new ToolCall("call_1", "two", "{\"nobody\":1}"))),
                            outcome(call(airlock, "", new ToolCall("call_1", "another", "{}"))),
                            outcome(call(airlock, "[approval]\nrequired = true\n", ASKED))))
                    .containsExactly("partial", "succeeded", "failed", "unknown", "denied");
            Cancellation cancelled = new Cancellation();
            cancelled.cancel();
            assertThat(outcome(tools(airlock, "").call(ASKED, cancelled))).isEqualTo("cancelled");
            ActionTools late = tools(airlock, "");
            airlock.close();
            assertThat(outcome(late.call(ASKED, new Cancellation()))).isEqualTo("cancelled");
        }
    }

    @Test
    void tellsWhoeverWatchesOfStepsAndOfRetriesThatWait() throws Exception {
        List<String> told = new ArrayList<>();
        try (ScriptedUpstream upstream = HostedActions.upstream(UNREACHABLE_ONCE + HostedActions.WORKS);
                Airlock airlock = airlock(upstream)) {
            ActionListener watcher = event -> told.add(event.message().replaceAll("in [0-9.]+ s", "in N s"));
            ToolResult result = tools(airlock, "when = \"none.failed\"\n").call(ASKED, new Cancellation(), watcher);

            assertThat(result.kind()).isEqualTo(ToolResult.Kind.SUCCEEDED);
        }
        assertThat(told)
                .containsExactly(
                        "step none begins: echo of local://cli/echo",
                        "step none: succeeded",
                        "step one begins: run of local://tests/errands",
                        "step one: attempt 2 follows in N s",
                        "step one: succeeded",
                        "step two: skipped");
    }

    @Test
    void aWatcherThatThrowsIsAFaultAndChangesNothing() throws Exception {
        AtomicReference<String> fault = new AtomicReference<>("");
        AirlockListener host = new AirlockListener() {
            @Override
            public void fault(String correlationId, Throwable why) {
                fault.set(correlationId + ": " + why.getMessage());
            }
        };
        try (ScriptedUpstream upstream = HostedActions.upstream(HostedActions.WORKS);
                Airlock airlock = Airlock.builder()
                        .dialer(ScriptedWorld.dialer(upstream))
                        .connectors(HostedActions.connectors())
                        .listener(host)
                        .build()) {
            ToolResult result = tools(airlock, "").call(ASKED, new Cancellation(), event -> {
                if (event instanceof ActionEvent.StepEnds) {
                    throw new AssertionError("a watcher that is not whole");
                }
            });

            assertThat(result.kind()).isEqualTo(ToolResult.Kind.SUCCEEDED);
            assertThat(fault.get()).isEqualTo("listener: a watcher that is not whole");
        }
    }

    private Airlock airlock(ScriptedUpstream upstream) throws IOException {
        return Airlock.builder()
                .home(home)
                .dialer(ScriptedWorld.dialer(upstream))
                .connectors(HostedActions.connectors())
                .build();
    }

    /**
     * Returns the tools of an action with two posting steps, the second with these lines; before them, if a condition asks for it, an
     * optional one.
     */
    private static ActionTools tools(Airlock airlock, String more) throws IOException {
        String first = more.contains("none.") ? """
                        [[execute]]
                        id = "none"
                        connector = "local://cli/echo"
                        op = "echo"
                        optional = true
                        """ : "";
        String approval = more.startsWith("[") ? more : "";
        String step = more.startsWith("[") ? "" : more;
        Action two = action("two", approval + first + post("one", "/a") + post("two", "/b") + step);
        return airlock.tools(List.of(two));
    }

    private static ToolResult call(Airlock airlock, String more, ToolCall call) throws IOException {
        return tools(airlock, more).call(call, new Cancellation());
    }

    private static String outcome(ToolResult result) {
        return structured(result).path("outcome").asText();
    }

    private static ObjectNode structured(ToolResult result) {
        ObjectNode document = result.structured();
        assertThat(PUBLISHED
                        .getSchema(SchemaLocation.of(BASE + "tool-result.schema.json"))
                        .validate(StrictJson.write(document), InputFormat.JSON))
                .extracting(Error::toString)
                .isEmpty();
        return document;
    }

    private static String text(String file) {
        try {
            return Files.readString(HostedActions.CLI.resolve("../../src/abi").resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
