package dev.airlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.store.AuditRecord;
import dev.airlock.runtime.audit.store.RecordFilter;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.LoadPhase;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.upstreams.ScriptedUpstream;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An embedder that does what the command does: it loads a connector for one call, with only the requested features. */
class FreshCallTest {
    private static final Path CLI = Path.of(System.getProperty("airlock.root")).resolve("testdata/cli");
    private static final String WORKS = "[[exchange]]\nrespond = { status = 200, body = '{}' }\n";
    private static final String FAILS = "[[exchange]]\nrespond = { status = 503, body = '{}' }\n";
    private static final String SECRET = "canary-fresh-7d21c9";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path home;

    private final List<String> told = Collections.synchronizedList(new ArrayList<>());

    private final AirlockListener listener = new AirlockListener() {
        @Override
        public void loading(LoadPhase phase, int functions) {
            told.add(phase.word());
        }

        @Override
        public void loaded(HostedConnector connector) {
            told.add("loaded");
        }

        @Override
        public void notLoaded(AuditSubject.ConnectorIdentity connector, Failure failure) {
            told.add("not loaded");
        }

        @Override
        public void calling(String connector, String op) {
            told.add("calling " + op);
        }

        @Override
        public void callEnded(CallResult result) {
            told.add("called " + result.op());
        }
    };

    @Test
    void loadsTheConnectorAndMakesTheCallAndTellsOfBoth() throws IOException {
        try (Airlock airlock = Airlock.builder().listener(listener).start()) {
            CallResult result = airlock.call(files("echo"), LoadOptions.standard(), CallRequest.of("echo", empty()));

            assertThat(result.output()).isPresent();
            assertThat(told).startsWith("reading").endsWith("loaded", "calling echo", "called echo");
            assertThat(records(airlock, result)).startsWith("call_intent").endsWith("call_outcome");
        }
    }

    @Test
    void whatIsDoneBesideTheLoadRunsOnAThreadOfItsOwn() {
        OpeningLog log = OpeningLog.of(Airlock.builder());
        try {
            assertThat(log.meanwhile(calls -> Thread.currentThread().getName()).join())
                    .startsWith("airlock-");
        } finally {
            log.close(Duration.ofSeconds(10));
        }
    }

    @Test
    void aConnectorThatCannotBeLoadedMakesItACallThatFailedAndIsRecorded() throws IOException {
        try (Airlock airlock = Airlock.builder().listener(listener).start()) {
            CallResult result = airlock.call(files("not-wasm"), LoadOptions.standard(), CallRequest.of("x", empty()));

            assertThat(result.failure().orElseThrow().failureClass()).isEqualTo(FailureClass.CONNECTOR_RUNTIME_ERROR);
            assertThat(result.audited()).isTrue();
            assertThat(told).endsWith("not loaded", "called x");
            assertThat(records(airlock, result)).startsWith("call_intent").endsWith("call_outcome");
        }
    }

    @Test
    void nothingIsLoadedForArgumentsThatTheOperationDoesNotTake() throws IOException {
        try (Airlock airlock = Airlock.builder().listener(listener).start()) {
            ObjectNode wrong = empty().put("text", 5);
            CallResult result = airlock.call(files("echo"), LoadOptions.standard(), CallRequest.of("echo", wrong));

            assertThat(result.failure().orElseThrow().details()).containsEntry("reason", "bad_input");
            assertThat(told).containsExactly("called echo");
            assertThat(records(airlock, result)).containsExactly("call_intent", "call_outcome");
        }
    }

    @Test
    void aCancellationEndsTheLoadAndLeavesTheThreadAsItWas() throws IOException {
        try (Airlock airlock = Airlock.builder().start()) {
            Cancellation cancelled = new Cancellation();
            cancelled.cancel();
            CallResult result = airlock.call(
                    files("echo"),
                    LoadOptions.standard(),
                    CallRequest.of("echo", empty()).endedBy(cancelled));

            assertThat(result.outcome()).isInstanceOf(Outcome.Cancelled.class);
            assertThat(Thread.interrupted()).isFalse();
            assertThat(records(airlock, result)).containsExactly("call_intent", "cancellation", "call_outcome");
        }
    }

    @Test
    void aMistakeOfTheCallersLeavesNoCallThatSeemsToRun() throws IOException {
        try (Airlock airlock = Airlock.builder().start()) {
            LoadOptions tooMuch = LoadOptions.standard().withLimit(LimitName.WALL_TIME, Long.MAX_VALUE);
            ConnectorFiles echo = files("echo");
            CallRequest request = CallRequest.of("echo", empty());

            assertThatThrownBy(() -> airlock.call(echo, tooMuch, request)).isInstanceOf(IllegalArgumentException.class);
            ConnectorFiles nobody = new ConnectorFiles(echo.manifest(), echo.module());
            assertThatThrownBy(() -> airlock.call(nobody, LoadOptions.standard(), request))
                    .isInstanceOf(IllegalArgumentException.class);
            ConnectorFiles wrong = new ConnectorFiles(
                    "[connector]".getBytes(StandardCharsets.UTF_8),
                    echo.module(),
                    echo.identity().orElseThrow());
            assertThatThrownBy(() -> airlock.call(wrong, LoadOptions.standard(), request))
                    .isInstanceOf(IllegalArgumentException.class);

            airlock.call(echo, LoadOptions.standard(), request); // earlier records are written by then
            assertThat(airlock.audit().archive().calls(RecordFilter.ALL))
                    .extracting(call -> call.ending())
                    .containsExactly("not_made", "succeeded");
        }
    }

    @Test
    void startOpensNothingThatTheCallDoesNotNeed() throws IOException {
        try (Airlock airlock = Airlock.builder().home(home).withoutRecovery().start()) {
            airlock.call(files("echo"), LoadOptions.standard(), CallRequest.of("echo", empty()));
        }
        assertThat(home.resolve("audit.db")).exists();
        assertThat(home.resolve("recovery.db")).doesNotExist();
        assertThat(home.resolve("state.db")).doesNotExist();
        assertThat(home.resolve("calls.key")).doesNotExist();
    }

    @Test
    void aLogWhoseKeyCannotBeReadRefusesCallsAndEndsABuild() throws IOException {
        Files.writeString(home.resolve("audit.key"), "no key");
        try (Airlock airlock = Airlock.builder().home(home).start()) {
            CallResult result = airlock.call(files("echo"), LoadOptions.standard(), CallRequest.of("echo", empty()));

            assertThat(result.failure().orElseThrow().details()).containsEntry("reason", "audit_unavailable");
            assertThat(result.failure().orElseThrow().message()).contains("audit.key, cannot be read", "call again");
            assertThat(result.isUnrecorded()).isFalse();
            assertThatThrownBy(airlock::audit).isInstanceOf(IllegalStateException.class);
        }
        assertThatThrownBy(() -> Airlock.builder().home(home).build()).isInstanceOf(IOException.class);
    }

    @Test
    void withoutRecoveryThereIsOneAttemptAndNobodyIsAsked() throws IOException {
        try (ScriptedUpstream upstream = upstream(FAILS);
                Airlock airlock = withScriptedWorld(upstream).withoutRecovery().build()) {
            CallResult result = airlock.call(files("errands"), LoadOptions.standard(), errand("POST"));

            assertThat(result.failure().orElseThrow().failureClass()).isEqualTo(FailureClass.EXTERNAL_API_ERROR);
            assertThat(result.result().attempts()).hasSize(1);
            assertThat(upstream.requests()).hasSize(1);
            assertThat(airlock.reviews().list(true)).isEmpty();
            assertThat(records(airlock, result)).doesNotContain("decision");
        }
    }

    @Test
    void whatWasDoneWithoutRecoveryCanBeUndoneInTheSameWay() throws IOException {
        try (ScriptedUpstream upstream = upstream(WORKS);
                Airlock airlock =
                        withScriptedWorld(upstream).home(home).withoutRecovery().start()) {
            CallResult made = airlock.call(files("errands"), LoadOptions.standard(), errand("POST"));
            assertThat(made.reversible()).isTrue();
            assertThat(airlock.isReversible(made.auditId())).isTrue();

            CallRequest undo = CallRequest.reversing(made.auditId(), "a mistake")
                    .consenting(new CallRequest.Consent("addresses that are not public", List.of("10.0.0.7")));
            CallResult undone = airlock.call(files("errands"), LoadOptions.standard(), undo);

            assertThat(undone.output()).isPresent();
            assertThat(undone.auditId()).isEqualTo(undo.auditId().orElseThrow());
            assertThat(airlock.isReversible(made.auditId())).isFalse();
            assertThat(records(airlock, undone))
                    .startsWith("call_intent", "consent")
                    .endsWith("call_outcome");
        }
        assertThat(home.resolve("recovery-scripted.db")).exists();
        assertThat(home.resolve("recovery.db")).doesNotExist();
        assertThat(home.resolve("state.db")).doesNotExist();
    }

    @Test
    void noRecordOfACallHoldsASecretOfItsConnectorWhoeverWroteIt() throws IOException {
        Path rail = Path.of(System.getProperty("airlock.root")).resolve("sample-connectors/payment-rail-c");
        try (ScriptedUpstream upstream = upstream(WORKS);
                Airlock airlock = withScriptedWorld(upstream).start()) {
            CallRequest request = CallRequest.of("get_charge", empty().put("charge_id", "of " + SECRET))
                    .actingFor("somebody with " + SECRET)
                    .withKey("key-" + SECRET)
                    .consenting(new CallRequest.Consent("something", List.of("about " + SECRET)));
            CallResult result = airlock.call(files(rail), LoadOptions.standard(), request);

            assertThat(records(airlock, result)).startsWith("call_intent", "consent", "exchange");
            assertThat(airlock.audit().archive().find(result.auditId().value()))
                    .allMatch(record -> record.toString().contains("[redacted]"))
                    .noneMatch(record -> record.toString().contains(SECRET));
        }
    }

    @Test
    void anAirlockThatRecordsNothingKeepsNoLog() throws IOException {
        try (Airlock airlock = Airlock.builder().home(home).unrecorded().start()) {
            CallResult result = airlock.call(files("echo"), LoadOptions.standard(), CallRequest.of("echo", empty()));

            assertThat(result.output()).isPresent();
            assertThatThrownBy(airlock::audit)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("keeps no audit log");
        }
        assertThat(home.resolve("audit.db")).doesNotExist();
    }

    @Test
    void whoeverWaitsForTheCompilationFindsTheConnectorCompiled() throws Exception {
        try (Airlock airlock = Airlock.builder().start()) {
            HostedConnector echo = airlock.load(CLI.resolve("echo")).orThrow();

            airlock.awaitCompilation();

            assertThat(echo.connector().tier()).isEqualTo(Tier.COMPILED);
        }
    }

    @Test
    void aCompilationIsWaitedForThoughTheConnectorIsNotHeldAnyMore() throws Exception {
        Path sample = CLI.resolve("../../sample-connectors/issue-tracker-go").normalize();
        try (Airlock airlock = Airlock.builder().home(home).build()) {
            WeakReference<HostedConnector> dropped =
                    new WeakReference<>(airlock.load(sample).orThrow());
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> {
                System.gc();
                return dropped.get() == null;
            });

            airlock.awaitCompilation();

            try (Stream<Path> kept = Files.walk(home.resolve("code"))) {
                assertThat(kept.filter(Files::isRegularFile)).isNotEmpty();
            }
        }
    }

    private AirlockBuilder withScriptedWorld(ScriptedUpstream upstream) {
        return Airlock.builder()
                .withScriptedWorld(ScriptedWorld.dialer(upstream), CredentialSource.of(Map.of("api_key", SECRET)));
    }

    private static CallRequest errand(String method) {
        ObjectNode args = empty();
        args.putArray("errands").addObject().put("method", method).put("path", "/messages");
        return CallRequest.of("run", args);
    }

    private static ScriptedUpstream upstream(String script) throws IOException {
        return ScriptedUpstream.start(
                ((ScriptReading.Valid) UpstreamScript.parse("upstream.toml", script)).script(),
                List.of("api.example.com:443"));
    }

    private static ConnectorFiles files(String name) throws IOException {
        return files(CLI.resolve(name));
    }

    private static ConnectorFiles files(Path folder) throws IOException {
        return new ConnectorFiles(
                Files.readAllBytes(folder.resolve("manifest.toml")),
                Files.readAllBytes(folder.resolve("connector.wasm")),
                new ConnectorIdentity.Unsigned(
                        ConnectorName.parse("local://cli/" + folder.getFileName())
                                .orThrow(),
                        folder));
    }

    private static List<String> records(Airlock airlock, CallResult result) {
        return airlock.audit().archive().find(result.auditId().value()).stream()
                .map(AuditRecord::kind)
                .toList();
    }

    private static ObjectNode empty() {
        return JsonNodeFactory.instance.objectNode();
    }
}
