package dev.airlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.Failure;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.ActionReader;
import dev.airlock.runtime.actions.ActionCall;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.actions.Approver;
import dev.airlock.runtime.actions.source.ConnectorFolders;
import dev.airlock.runtime.actions.tools.ActionTools;
import dev.airlock.runtime.actions.tools.ToolCall;
import dev.airlock.runtime.actions.tools.ToolResult;
import dev.airlock.runtime.audit.event.AuditSubject.ConnectorIdentity;
import dev.airlock.runtime.metrics.AirlockMetrics;
import dev.airlock.runtime.recovery.journal.RecoveryEvent;
import dev.airlock.runtime.recovery.policy.Backoff;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.upstreams.ScriptedUpstream;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Listeners and metrics get actions and tool calls as completely as direct calls, each once. */
class MeteredActionsTest {
    private static final Path SAMPLES =
            Path.of(System.getProperty("airlock.root")).resolve("sample-connectors");
    private static final String INPUTS = "{\"card_token\":\"tok_1\",\"amount_minor\":1250,\"currency\":\"EUR\"}";
    private static final String UNREACHABLE =
            "[[exchange]]\nmatch = { host = \"api.example.com:443\" }\nfault =" + " \"connect_refused\"\ntimes = 1\n";

    private final List<String> told = Collections.synchronizedList(new ArrayList<>());
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** Records every event. */
    private final class Ear implements AirlockListener {
        @Override
        public void loaded(HostedConnector connector) {
            told.add("loaded " + connector.name() + " "
                    + connector.recorded().hash().substring(0, 7));
        }

        @Override
        public void notLoaded(ConnectorIdentity connector, Failure failure) {
            told.add("not loaded " + connector.name() + ": "
                    + failure.failureClass().wireName());
        }

        @Override
        public void calling(String connector, String op) {
            told.add("calling " + connector + " " + op);
        }

        @Override
        public void recovering(RecoveryEvent event) {
            told.add(event.wireName());
        }

        @Override
        public void callEnded(CallResult result) {
            told.add("called " + result.connector() + " " + result.op() + " "
                    + (result.output().isPresent() ? "succeeded" : "not") + ", audited " + result.audited()
                    + ", reversible " + result.reversible());
        }

        @Override
        public void runningAction(ActionCall call) {
            told.add("running " + call.action().name());
        }

        @Override
        public void ranAction(String action, ActionOutcome outcome) {
            told.add("ran '" + action + "' audited " + outcome.audited());
        }
    }

    @Test
    void tellsOfLoadsCallsRecoveryAndActionsOnceEach() throws Exception {
        Action action =
                HostedActions.action("twice", HostedActions.post("one", "/a") + HostedActions.post("two", "/b"));
        try (ScriptedUpstream upstream = HostedActions.upstream(UNREACHABLE + HostedActions.WORKS);
                Airlock airlock = Airlock.builder()
                        .dialer(ScriptedWorld.dialer(upstream))
                        .connectors(HostedActions.connectors())
                        .retry(RetryPolicy.of(1, Backoff.of(Backoff.Growth.FIXED, Duration.ofMillis(10))))
                        .listener(new Ear())
                        .listener(new AirlockMetrics(registry))
                        .build()) {
            airlock.action(ActionCall.of(action, HostedActions.json("{}")));
            ToolResult result = airlock.tools(List.of(action))
                    .call(new ToolCall("call_1", "twice", "{}").withKey("order-17"), new Cancellation());

            assertThat(result.kind()).isEqualTo(ToolResult.Kind.SUCCEEDED);
            String calling = "calling " + HostedActions.ERRANDS + " run";
            String called = "called " + HostedActions.ERRANDS + " run succeeded, audited true, reversible true";
            String ran = "ran 'twice' audited true";
            assertThat(told.stream().filter(one -> !one.startsWith("loaded")))
                    .containsExactly(
                            "running twice",
                            calling,
                            "failure_classified",
                            "retry_scheduled",
                            "retry_started",
                            called,
                            calling,
                            called,
                            ran,
                            "running twice",
                            calling,
                            called,
                            calling,
                            called,
                            ran);
            assertThat(told.stream().filter(one -> one.startsWith("loaded")))
                    .containsExactlyInAnyOrder(
                            "loaded local://tests/errands sha256:", "loaded local://cli/echo sha256:");
            assertThat(registry.get("airlock.calls")
                            .tag("connector", HostedActions.ERRANDS)
                            .tag("op", "run")
                            .tag("ending", "succeeded")
                            .timer()
                            .count())
                    .isEqualTo(4);
            assertThat(registry.get("airlock.actions")
                            .tag("action", "twice")
                            .tag("ending", "succeeded")
                            .timer()
                            .count())
                    .isEqualTo(2);
            assertThat(registry.get("airlock.loads")
                            .tag("connector", HostedActions.ERRANDS)
                            .timer()
                            .count())
                    .isEqualTo(1);
            assertThat(registry.get("airlock.recovery")
                            .tag("event", "retry_started")
                            .counter()
                            .count())
                    .isEqualTo(1);
        }
    }

    @Test
    void tellsOfToolCallsThatCannotBeRun() throws Exception {
        Files.createDirectories(folder.resolve("payment-rail-c"));
        Files.copy(SAMPLES.resolve("payment-rail-c/manifest.toml"), folder.resolve("payment-rail-c/manifest.toml"));
        Files.writeString(folder.resolve("payment-rail-c/connector.wasm"), "another");
        try (ScriptedUpstream upstream = payments();
                Airlock airlock = airlock(upstream, folder)) {
            ActionTools tools = airlock.tools(List.of(payment()));
            tools.call(new ToolCall("call_1", "payment", INPUTS), new Cancellation());
            tools.call(new ToolCall("call_2", "payment", "no JSON"), new Cancellation());
            tools.call(new ToolCall("call_3", "made up by a model", "{}"), new Cancellation());

            assertThat(told)
                    .containsExactly(
                            "running payment",
                            "not loaded local://samples/payment-rail: hash_mismatch",
                            "ran 'payment' audited true",
                            "running payment",
                            "ran 'payment' audited true",
                            "ran '' audited true");
            assertThat(registry.getMeters())
                    .extracting(Meter::getId)
                    .extracting(id -> id.getName() + " " + id.getTag("ending") + id.getTag("class"))
                    .containsExactlyInAnyOrder(
                            "airlock.loads.refused nullhash_mismatch",
                            "airlock.actions hash_mismatchnull",
                            "airlock.actions connector_runtime_errornull",
                            "airlock.actions connector_runtime_errornull");
            assertThat(registry.get("airlock.actions")
                            .tag("action", "(unknown)")
                            .timer()
                            .count())
                    .isEqualTo(1);
        }
    }

    private Airlock airlock(ScriptedUpstream upstream, Path connectors) throws IOException {
        return Airlock.builder()
                .dialer(ScriptedWorld.dialer(upstream))
                .credentials(CredentialSource.of(Map.of("api_key", "canary-metered-4e1d")))
                .connectors(new ConnectorFolders(List.of(connectors)))
                .approver(Approver.of("tester", request -> true))
                .listener(new Ear())
                .listener(new AirlockMetrics(registry))
                .build();
    }

    private static Action payment() throws IOException {
        return ActionReader.read(SAMPLES.resolve("actions/payment.md")).orThrow();
    }

    private static ScriptedUpstream payments() throws IOException {
        String script = Files.readString(SAMPLES.resolve("payment-rail-c/upstream.toml"));
        return ScriptedUpstream.start(
                ((ScriptReading.Valid) UpstreamScript.parse("upstream.toml", script)).script(),
                List.of("payments.example.com:443"));
    }
}
