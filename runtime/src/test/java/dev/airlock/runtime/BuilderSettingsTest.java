package dev.airlock.runtime;

import static dev.airlock.runtime.HostedActions.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.FailureClass;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.hosts.Host;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.runtime.actions.ActionCall;
import dev.airlock.runtime.actions.ActionEvent;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.recordings.RecordingFile;
import dev.airlock.runtime.recordings.RecordingReader;
import dev.airlock.runtime.recordings.Recordings;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.net.address.AddressRules;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.upstreams.ScriptedUpstream;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The settings that a host uses in its tests: the clock, the trusted authorities, the recordings. Each with a real call. */
class BuilderSettingsTest {
    private static final String POST = "{\"errands\":[{\"method\":\"POST\",\"path\":\"/a\",\"key\":\"header\"}]}";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void theClockIsTheOneThatSignaturesBear() throws Exception {
        try (ScriptedUpstream upstream = HostedActions.upstream(HostedActions.WORKS);
                Airlock airlock = Airlock.builder()
                        .dialer(ScriptedWorld.dialer(upstream))
                        .credentials(CredentialSource.of(Map.of("aws_sigv4", "AKIDEXAMPLE:canary-clock-secret-key")))
                        .clock(Clock.showing(() -> Instant.parse("2031-02-03T04:05:06Z")))
                        .build()) {
            ObjectNode args = JsonNodeFactory.instance.objectNode();
            args.putArray("requests")
                    .addObject()
                    .put("url", "https://api.example.com/x")
                    .put("credential", "aws_sigv4");
            CallResult made = airlock.call(
                    load(airlock, CanarySuiteTest.manifestText(CredentialKind.AWS_SIGV4), CanarySuiteTest.SPY),
                    CallRequest.of("show", args));

            assertThat(made.output()).isPresent();
            assertThat(upstream.requests().get(0).headers().get("x-amz-date")).containsExactly("20310203T040506Z");
        }
    }

    @Test
    void howOftenIsTriedAgainHoldsForCallsAndForStepsThatDoNotSayIt() throws Exception {
        String down = "[[exchange]]\nmatch = { host = \"api.example.com\" }\nfault = \"connect_refused\"\n";
        try (ScriptedUpstream upstream = HostedActions.upstream(down);
                Airlock airlock = Airlock.builder()
                        .dialer(ScriptedWorld.dialer(upstream))
                        .connectors(HostedActions.connectors())
                        .retry(RetryPolicy.standard().withMax(0))
                        .build()) {
            HostedConnector errands =
                    airlock.load(HostedActions.CLI.resolve("errands")).orThrow();
            CallResult made = airlock.call(errands, CallRequest.of("run", json(POST)));

            assertThat(made.failure().orElseThrow().failureClass()).isEqualTo(FailureClass.NETWORK_ERROR);
            assertThat(made.failure().orElseThrow().details()).doesNotContainKey("attempts");
            assertThat(retries(airlock, HostedActions.post("one", "/a"))).isZero();
            String says = "retry = { max = 2, backoff = \"fixed\", base = \"1ms\" }\n";
            assertThat(retries(airlock, HostedActions.post("one", "/a") + says)).isEqualTo(2);
        }
    }

    private static int retries(Airlock airlock, String step) throws IOException {
        AtomicInteger retries = new AtomicInteger();
        ActionCall call = ActionCall.of(HostedActions.action("once", step), json("{}"));
        ActionOutcome outcome = airlock.action(call.watchedBy(event -> {
            if (event instanceof ActionEvent.RetryWaits) {
                retries.incrementAndGet();
            }
        }));
        assertThat(outcome.outcome()).isInstanceOf(Outcome.Failed.class);
        return retries.get();
    }

    @Test
    void aServiceOnLoopbackWithATestsOwnCertificateIsReachedOnceItsAuthorityIsTrusted() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.start(
                ((ScriptReading.Valid) UpstreamScript.parse("upstream.toml", HostedActions.WORKS)).script(),
                List.of("localhost:443"))) {
            int port = upstream.connect("localhost", 443, true).getPort();
            String manifest = Files.readString(HostedActions.CLI.resolve("errands/manifest.toml"))
                    .replace(HostedActions.HOST, "localhost:" + port);
            AirlockBuilder local = Airlock.builder()
                    .addresses(new AddressRules(Set.of(Host.parse("localhost").orThrow())));
            CallRequest request = CallRequest.of(
                    "run", json(POST.replace("\"path\"", "\"host\":\"localhost:" + port + "\",\"path\"")));
            Path errands = HostedActions.CLI.resolve("errands/connector.wasm");
            try (Airlock trusting = local.trust(upstream.trustManager()).build()) {
                CallResult made = trusting.call(load(trusting, manifest, errands), request);
                assertThat(made.output()).isPresent();
                assertThat(upstream.requests()).hasSize(1);
            }
            try (Airlock strict = local.withoutRecovery().build()) {
                CallResult refused = strict.call(load(strict, manifest, errands), request);
                assertThat(refused.failure().orElseThrow().failureClass()).isEqualTo(FailureClass.NETWORK_ERROR);
                assertThat(refused.failure().orElseThrow().details()).containsEntry("kind", "tls");
                assertThat(upstream.requests()).hasSize(1);
            }
        }
    }

    @Test
    void callsAndStepsAreRecordedWhereTheSettingsSay() throws Exception {
        Recordings recordings = Recordings.in(folder.resolve("recordings"));
        try (ScriptedUpstream upstream = HostedActions.upstream(HostedActions.WORKS);
                Airlock airlock = Airlock.builder()
                        .dialer(ScriptedWorld.dialer(upstream))
                        .connectors(HostedActions.connectors())
                        .recordings(recordings)
                        .build()) {
            HostedConnector errands =
                    airlock.load(HostedActions.CLI.resolve("errands")).orThrow();
            CallResult direct = airlock.call(errands, CallRequest.of("run", json(POST)));
            ActionOutcome action = airlock.action(
                    ActionCall.of(HostedActions.action("once", HostedActions.post("one", "/b")), json("{}")));

            for (var id :
                    List.of(direct.auditId(), action.steps().get(0).auditId().orElseThrow())) {
                RecordingFile recording = RecordingReader.read(Files.readAllBytes(recordings.file(id)));
                assertThat(recording.attempts()).hasSize(1);
                assertThat(recording.attempts().get(0).asked().op()).isEqualTo("run");
                assertThat(recordings.module(recording.origin().moduleHash())).isPresent();
            }
        }
    }

    private HostedConnector load(Airlock airlock, String manifest, Path module) throws IOException {
        LoadOptions options = LoadOptions.standard()
                .withIdentity(new ConnectorIdentity.Unsigned(
                        ManifestReader.read("manifest.toml", manifest)
                                .orThrow()
                                .connector()
                                .name(),
                        folder));
        return airlock.load(manifest.getBytes(StandardCharsets.UTF_8), Files.readAllBytes(module), options)
                .orThrow();
    }
}
