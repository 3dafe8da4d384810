package dev.airlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Boundary;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.effect.Effect;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.ActionReader;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.runtime.actions.ActionCall;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.actions.Approver;
import dev.airlock.runtime.actions.source.ConnectorFolders;
import dev.airlock.runtime.actions.source.ConnectorSource;
import dev.airlock.runtime.actions.tools.ActionTools;
import dev.airlock.runtime.actions.tools.ToolCall;
import dev.airlock.runtime.actions.tools.ToolResult;
import dev.airlock.runtime.audit.AuditArchive;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.explain.CallSummary;
import dev.airlock.runtime.audit.explain.Explanation;
import dev.airlock.runtime.audit.store.AuditRecord;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.RecordFilter;
import dev.airlock.runtime.bindings.BindingName;
import dev.airlock.runtime.bindings.BindingSecrets;
import dev.airlock.runtime.bindings.BindingTerms;
import dev.airlock.runtime.metrics.AirlockMetrics;
import dev.airlock.runtime.recovery.RecoveryHandler;
import dev.airlock.runtime.recovery.breaker.BreakerRules;
import dev.airlock.runtime.recovery.call.CallTerms;
import dev.airlock.runtime.recovery.call.StepDeclaration;
import dev.airlock.runtime.recovery.journal.RecoveryEvent;
import dev.airlock.runtime.recovery.policy.Backoff;
import dev.airlock.runtime.recovery.policy.CallSource;
import dev.airlock.runtime.recovery.policy.Recovery;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.runtime.vault.Vault;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.upstreams.ScriptedUpstream;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A host agent with real connectors, a scripted service and its own files. */
class AirlockTest {
    private static final Path ROOT = Path.of(System.getProperty("airlock.root"));
    private static final Path CLI = ROOT.resolve("testdata/cli");
    private static final List<String> HOSTS = List.of("api.example.com:443");
    private static final String ERRAND =
            "{\"errands\":[{\"method\":\"POST\",\"path\":\"/messages\",\"key\":\"header\"}]}";
    private static final String WORKS = "[[exchange]]\nrespond = { status = 200, body = '{}' }\n";
    private static final String BLIP = "[[exchange]]\nmatch = { host = \"api.example.com:443\" }\nfault ="
            + " \"connect_refused\"\ntimes = 1\n" + WORKS;
    private static final BreakerRules FIRST_FAILURE = new BreakerRules(1, 1, 100, 1, Duration.ofMinutes(1));
    private static final RetryPolicy SOON = RetryPolicy.of(2, Backoff.of(Backoff.Growth.FIXED, Duration.ofMillis(10)));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void loadsOnceAndCallsManyInBothWays() throws Exception {
        try (Airlock airlock = Airlock.builder().home(folder).actor("agent-1").build()) {
            HostedConnector echo = airlock.load(CLI.resolve("echo")).orThrow();
            List<CompletableFuture<CallResult>> later = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                later.add(airlock.callAsync(echo, CallRequest.of("echo", numbered(i))));
                assertThat(airlock.call(echo, CallRequest.of("echo", numbered(i)))
                                .output())
                        .isPresent();
            }
            for (CompletableFuture<CallResult> one : later) {
                assertThat(one.get(1, TimeUnit.MINUTES).audited()).isTrue();
            }

            List<CallSummary> calls = airlock.audit().archive().calls(RecordFilter.ALL);
            assertThat(calls).hasSize(20).allSatisfy(call -> {
                assertThat(call.ending()).isEqualTo("succeeded");
                assertThat(call.actor()).isEqualTo("agent-1");
                assertThat(call.connector()).isEqualTo("local://cli/echo@1.0.0");
            });
        }
        assertThat(folder.resolve("audit.db")).exists();
    }

    @Test
    void recoversReversesAndTellsItsListeners() throws Exception {
        List<String> events = Collections.synchronizedList(new ArrayList<>());
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        AirlockListener listener = new AirlockListener() {
            @Override
            public void recovering(RecoveryEvent event) {
                events.add(event.wireName());
                throw new IllegalStateException("a listener that fails");
            }

            @Override
            public void callEnded(CallResult result) {
                events.add("called " + result.op());
            }

            @Override
            public void fault(String correlationId, Throwable fault) {
                events.add("fault of a " + correlationId);
            }
        };
        try (ScriptedUpstream upstream = upstream(BLIP);
                Airlock airlock = Airlock.builder()
                        .dialer(ScriptedWorld.dialer(upstream))
                        .retry(SOON)
                        .listener(listener)
                        .listener(new AirlockMetrics(registry))
                        .build()) {
            HostedConnector errands = airlock.load(CLI.resolve("errands")).orThrow();

            CallResult made = airlock.call(errands, errand().actingFor("agent-7"));
            CallResult undone = airlock.reverse(errands, made.auditId(), "a mistake");
            CallResult again = airlock.reverse(errands, made.auditId(), "a mistake");

            assertThat(made.result().attempts()).hasSize(2);
            assertThat(made.reversible()).isTrue();
            assertThat(undone.output()).isPresent();
            assertThat(again.failure().map(Failure::details))
                    .hasValueSatisfying(details -> assertThat(details).containsEntry("reason", "reversal_refused"));
            assertThat(kinds(airlock, made))
                    .contains("attempt", "decision", "exchange")
                    .endsWith("call_outcome");
            assertThat(events)
                    .startsWith("failure_classified", "fault of a listener")
                    .contains("retry_started", "called run", "called reverse");
            assertThat(registry.get("airlock.call.waited").timer().count())
                    .isEqualTo(registry.get("airlock.calls").timers().stream()
                            .mapToLong(timer -> timer.count())
                            .sum());
            assertThat(registry.get("airlock.calls")
                            .tag("op", "run")
                            .tag("ending", "succeeded")
                            .timer()
                            .count())
                    .isEqualTo(1);
            assertThat(registry.get("airlock.call.attempts")
                            .tag("op", "run")
                            .summary()
                            .totalAmount())
                    .isEqualTo(2);
            assertThat(registry.get("airlock.recovery")
                            .tag("event", "retry_started")
                            .counter()
                            .count())
                    .isEqualTo(1);
        }
    }

    @Test
    void aListenerThatThrowsAnErrorHidesNoOutcome() throws Exception {
        List<Throwable> faults = Collections.synchronizedList(new ArrayList<>());
        AirlockListener listener = new AirlockListener() {
            @Override
            public void callEnded(CallResult result) {
                throw new NoClassDefFoundError("a listener that is not whole");
            }

            @Override
            public void fault(String correlationId, Throwable fault) {
                faults.add(fault);
                throw new AssertionError("deaf, too");
            }
        };
        try (Airlock airlock = Airlock.builder().listener(listener).build()) {
            HostedConnector echo = airlock.load(CLI.resolve("echo")).orThrow();

            assertThat(airlock.call(echo, CallRequest.of("echo", numbered(1))).output())
                    .isPresent();
            assertThat(airlock.callAsync(echo, CallRequest.of("echo", numbered(2)))
                            .get(1, TimeUnit.MINUTES)
                            .output())
                    .isPresent();
            assertThat(faults).hasSize(2).allMatch(NoClassDefFoundError.class::isInstance);
        }
    }

    @Test
    void whoIsAskedForHelpAndFailsHidesNoOutcome() throws Exception {
        RecoveryHandler failing = new RecoveryHandler() {
            @Override
            public Optional<String> escalate(Recovery.Queue queue, Incident incident) {
                throw new IllegalStateException("nobody is in");
            }
        };
        try (Airlock airlock = Airlock.builder().incidents(failing).build()) {
            HostedConnector other =
                    airlock.load(CLI.resolve("fetch-other-host")).orThrow();

            CallResult denied = airlock.call(other, CallRequest.of("get", numbered(1)));

            assertThat(denied.failure().map(Failure::failureClass)).contains(FailureClass.CAPABILITY_DENIED);
            assertThat(kinds(airlock, denied)).endsWith("call_outcome");
            assertThat(airlock.audit().archive().find(denied.auditId().value()))
                    .anySatisfy(record -> assertThat(record.body()).contains("IllegalStateException"));
        }
    }

    @Test
    void saysWhichModuleIsMissingForInstalledConnectors() throws Exception {
        try (Airlock airlock = Airlock.builder().home(folder).build()) {
            assertThatThrownBy(() -> airlock.loadInstalled("local://cli/echo@1.0.0"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("add the dependency dev.airlock:airlock-registry");
        }
        try (Airlock airlock = Airlock.builder().build()) {
            assertThatThrownBy(() -> airlock.loadInstalled("local://cli/echo@1.0.0"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("AirlockBuilder.home");
        }
    }

    @Test
    void aManifestWithoutAnEndIsRefusedAndNotReadWhole() throws Exception {
        try (RandomAccessFile manifest =
                new RandomAccessFile(folder.resolve("manifest.toml").toFile(), "rw")) {
            manifest.setLength(3L << 30);
        }
        Files.write(folder.resolve("connector.wasm"), new byte[8]);
        try (Airlock airlock = Airlock.builder().build()) {
            assertThat(airlock.load(folder)).isInstanceOf(LoadOutcome.Invalid.class);
        }
    }

    @Test
    void aFallbackIsMarkedInTheResultAndInTheLog() throws Exception {
        String down = "[[exchange]]\nmatch = { host = \"api.example.com:443\" }\nfault = \"connect_refused\"\n";
        try (ScriptedUpstream upstream = upstream(down);
                Airlock airlock = Airlock.builder()
                        .dialer(ScriptedWorld.dialer(upstream))
                        .retry(SOON)
                        .build()) {
            HostedConnector errands = airlock.load(CLI.resolve("errands")).orThrow();
            HostedConnector echo = airlock.load(CLI.resolve("echo")).orThrow();

            CallResult result = airlock.call(
                    errands,
                    errand().declaring(StepDeclaration.NONE.orElse(airlock.target(echo, "echo"), numbered(1))));

            assertThat(result.fallback().map(Result.Substitute::connector)).contains("local://cli/echo");
            List<AuditRecord> records =
                    airlock.audit().archive().find(result.auditId().value());
            assertThat(Explanation.of(records).steps())
                    .anyMatch(step -> step.startsWith("the result is that of its fallback, echo of local://cli/echo"));
            assertThat(records.get(records.size() - 2).body())
                    .contains("\"hash\":\"" + echo.recorded().hash());
        }
    }

    @SuppressWarnings("try") // the test is about what closing one does to the other
    @Test
    void twoRuntimesInOneJvmDoNotSeeEachOther() throws Exception {
        try (ScriptedUpstream upstream = upstream(WORKS);
                Airlock one = Airlock.builder()
                        .dialer(ScriptedWorld.dialer(upstream))
                        .actor("same")
                        .build();
                Airlock two = Airlock.builder()
                        .dialer(ScriptedWorld.dialer(upstream))
                        .actor("same")
                        .build()) {
            CallRequest keyed = errand().withKey("order-17");
            CallResult first = one.call(one.load(CLI.resolve("errands")).orThrow(), keyed);
            CallResult second = two.call(two.load(CLI.resolve("errands")).orThrow(), keyed);
            Function<Airlock, String> counted = airlock -> {
                try {
                    return airlock.call(airlock.load(CLI.resolve("counts")).orThrow(), CallRequest.of("x", numbered(0)))
                            .output()
                            .orElseThrow()
                            .toString();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            };

            assertThat(upstream.requests()).hasSize(2);
            assertThat(second.recorded()).isEmpty();
            assertThat(counted.apply(one)).isEqualTo("{\"calls\":1}");
            assertThat(counted.apply(two)).isEqualTo("{\"calls\":1}");
            assertThat(counted.apply(one)).isEqualTo("{\"calls\":2}");
            assertThat(two.audit().archive().find(first.auditId().value())).isEmpty();
            assertThat(one.audit().archive().find(second.auditId().value())).isEmpty();
            Runnable end = one::close;
            end.run();
            assertThat(counted.apply(two)).isEqualTo("{\"calls\":2}");
        }
    }

    @Test
    void aCallIsCancelledByItsCancellationAndByItsFuture() throws Exception {
        try (Airlock airlock = Airlock.builder().build()) {
            HostedConnector sleep = airlock.load(CLI.resolve("sleep")).orThrow();
            CallRequest first = CallRequest.of("x", numbered(0));
            CompletableFuture<CallResult> ended = airlock.callAsync(sleep, first);
            CompletableFuture<CallResult> dropped = airlock.callAsync(sleep, CallRequest.of("x", numbered(1)));
            awaitIntents(airlock, 2);

            first.cancellation().cancel();
            dropped.cancel(true);

            assertThat(ended.get(1, TimeUnit.MINUTES).outcome()).isInstanceOf(Outcome.Cancelled.class);
            assertThatThrownBy(dropped::get).isInstanceOf(CancellationException.class);
            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .untilAsserted(() -> assertThat(airlock.audit().archive().calls(RecordFilter.ALL))
                            .hasSize(2)
                            .allSatisfy(call -> assertThat(call.ending()).isEqualTo("cancelled")));
        }
    }

    @Test
    void closeEndsWhatRunsAndLetsNothingBegin() throws Exception {
        Airlock airlock = Airlock.builder()
                .home(folder)
                .asyncCalls(1)
                .closeWithin(Duration.ofDays(1))
                .build();
        HostedConnector sleep = airlock.load(CLI.resolve("sleep")).orThrow();
        CompletableFuture<CallResult> running = airlock.callAsync(sleep, CallRequest.of("x", numbered(0)));
        CompletableFuture<CallResult> waiting = airlock.callAsync(sleep, CallRequest.of("x", numbered(1)));
        awaitIntents(airlock, 1);

        airlock.close();
        airlock.close();

        assertThat(running.get(1, TimeUnit.MINUTES).outcome()).isInstanceOf(Outcome.Cancelled.class);
        assertThatThrownBy(() -> waiting.get(1, TimeUnit.MINUTES)).hasCauseInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> airlock.call(sleep, CallRequest.of("x", numbered(2))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("this Airlock is closed");
        try (AuditStore store = AuditStore.sqlite(folder.resolve("audit.db"))) {
            assertThat(new AuditArchive(store).calls(RecordFilter.ALL))
                    .extracting(CallSummary::ending)
                    .containsExactly("cancelled");
        }
    }

    @Test
    void aTimeLimitOfTheFutureEndsTheCallToo() throws Exception {
        try (Airlock airlock = Airlock.builder().build()) {
            HostedConnector sleep = airlock.load(CLI.resolve("sleep")).orThrow();
            CompletableFuture<CallResult> limited = airlock.callAsync(sleep, CallRequest.of("x", numbered(0)));
            awaitIntents(airlock, 1);

            assertThatThrownBy(() -> limited.orTimeout(1, TimeUnit.MILLISECONDS).get())
                    .hasCauseInstanceOf(TimeoutException.class);

            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .untilAsserted(() -> assertThat(airlock.audit().archive().calls(RecordFilter.ALL))
                            .singleElement()
                            .satisfies(call -> assertThat(call.ending()).isEqualTo("cancelled")));
        }
    }

    @Test
    void aCallThatEndsLeavesTheCancellationOfItsRequestAsItWas() throws Exception {
        try (Airlock airlock = Airlock.builder().build()) {
            HostedConnector echo = airlock.load(CLI.resolve("echo")).orThrow();
            CallRequest request = CallRequest.of("echo", numbered(0));

            assertThat(airlock.callAsync(echo, request).get(1, TimeUnit.MINUTES).output())
                    .isPresent();

            assertThat(request.cancellation().requested()).isFalse();
        }
    }

    @Test
    void aListenerMayCloseAndIsNotWaitedFor() throws Exception {
        AtomicReference<Airlock> whole = new AtomicReference<>();
        AtomicBoolean closed = new AtomicBoolean();
        AirlockListener closing = new AirlockListener() {
            @Override
            public void callEnded(CallResult result) {
                Objects.requireNonNull(whole.get()).close();
                closed.set(true);
            }
        };
        Airlock airlock = Airlock.builder()
                .home(folder)
                .closeWithin(Duration.ofDays(1))
                .listener(closing)
                .build();
        whole.set(airlock);
        HostedConnector echo = airlock.load(CLI.resolve("echo")).orThrow();

        CallResult result = airlock.call(echo, CallRequest.of("echo", numbered(0)));

        assertThat(result.output()).isPresent();
        assertThat(closed).isTrue();
        assertThatThrownBy(() -> airlock.call(echo, CallRequest.of("echo", numbered(1))))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aCallWhoseListenerClosesBeforeItBeginsIsCancelled() throws Exception {
        AtomicReference<Airlock> whole = new AtomicReference<>();
        AirlockListener closing = new AirlockListener() {
            @Override
            public void calling(String connector, String op) {
                Objects.requireNonNull(whole.get()).close();
            }
        };
        Airlock airlock = Airlock.builder().home(folder).listener(closing).build();
        whole.set(airlock);
        HostedConnector echo = airlock.load(CLI.resolve("echo")).orThrow();

        CallResult result = airlock.call(echo, CallRequest.of("echo", numbered(0)));

        assertThat(result.outcome()).isInstanceOf(Outcome.Cancelled.class);
    }

    @Test
    void closeReturnsInTimeEvenIfTheLogHangs() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        try (AuditStore real = AuditStore.inMemory()) {
            AuditStore hanging = new AuditStore() {
                @Override
                public <T> T write(Function<Writer, T> work) {
                    try {
                        released.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return real.write(work);
                }

                @Override
                public <T> T read(Function<Reader, T> work) {
                    return real.read(work);
                }

                @Override
                public void close() {}
            };
            Airlock airlock = Airlock.builder()
                    .audit(hanging)
                    .auditBound(Duration.ofMillis(200))
                    .closeWithin(Duration.ofSeconds(2))
                    .build();
            CallResult refused =
                    airlock.call(airlock.load(CLI.resolve("echo")).orThrow(), CallRequest.of("echo", numbered(0)));
            assertThat(refused.failure().map(Failure::details))
                    .hasValueSatisfying(details -> assertThat(details).containsEntry("reason", "audit_unavailable"));

            airlock.close();

            assertThat(released.getCount()).as("the log hangs still").isEqualTo(1);
            released.countDown();
        }
    }

    @Test
    void anInterruptedLoadIsCancelledAndSaysNothingAgainstTheConnector() throws Exception {
        byte[] manifest = Files.readAllBytes(CLI.resolve("echo/manifest.toml"));
        byte[] module = Files.readAllBytes(CLI.resolve("echo/connector.wasm"));
        LoadOptions options = LoadOptions.standard()
                .withIdentity(new ConnectorIdentity.Unsigned(
                        ManifestReader.read("manifest.toml", manifest)
                                .orThrow()
                                .connector()
                                .name(),
                        CLI));
        List<Failure> heard = new ArrayList<>();
        AirlockListener listener = new AirlockListener() {
            @Override
            public void notLoaded(AuditSubject.ConnectorIdentity connector, Failure failure) {
                heard.add(failure);
            }
        };
        try (Airlock airlock = Airlock.builder().listener(listener).build()) {
            Thread.currentThread().interrupt();
            LoadOutcome cancelled = airlock.load(manifest, module, options);
            boolean stillInterrupted = Thread.interrupted();

            assertThat(stillInterrupted).isTrue();
            assertThat(cancelled).isEqualTo(new LoadOutcome.Cancelled());
            assertThat(heard).isEmpty();
            assertThatThrownBy(cancelled::orThrow).isInstanceOf(CancellationException.class);
            assertThat(airlock.load(manifest, module, options)).isInstanceOf(LoadOutcome.Loaded.class);
        }
    }

    @Test
    void whatCannotBeLoadedSaysWhyAndIsRecorded() throws Exception {
        try (Airlock airlock = Airlock.builder().build()) {
            LoadOutcome.Refused refused = (LoadOutcome.Refused) airlock.load(CLI.resolve("not-wasm"));
            LoadOutcome invalid = airlock.load(CLI.resolve("broken-manifest"));

            List<AuditRecord> records =
                    airlock.audit().archive().find(refused.failure().auditId().value());
            assertThat(Explanation.of(records).ending()).startsWith("loading local://cli/not-wasm failed: ");
            assertThat(((LoadOutcome.Invalid) invalid).problems()).isNotEmpty();
            assertThatThrownBy(refused::orThrow).hasMessage(refused.failure().message());
            assertThatThrownBy(invalid::orThrow).hasMessageContaining("manifest.toml");
        }
    }

    @Test
    void credentialsGoAlongAndIntoNoRecord() throws Exception {
        String secret = "canary-facade-4e1d";
        Path rail = ROOT.resolve("sample-connectors/payment-rail-c");
        try (ScriptedUpstream upstream = ScriptedUpstream.start(
                        ((ScriptReading.Valid) UpstreamScript.read(rail.resolve("upstream.toml"))).script(),
                        List.of("payments.example.com:443"));
                Airlock airlock = Airlock.builder()
                        .dialer(ScriptedWorld.dialer(upstream))
                        .auditArguments(dev.airlock.runtime.audit.call.ArgumentPolicy.VALUES)
                        .credentials(CredentialSource.of(Map.of("api_key", secret)))
                        .build()) {
            ObjectNode args = json("{\"card_token\":\"tok_visa\",\"amount_minor\":5,\"currency\":\"EUR\"}");
            CallRequest charge = CallRequest.of("charge_card", args.put("reference", "of " + secret))
                    .withKey("key " + secret)
                    .actingFor("somebody " + secret);

            CallResult result = airlock.call(airlock.load(rail).orThrow(), charge);

            assertThat(result.output()).isPresent();
            assertThat(upstream.requests().get(0).headers().get("authorization"))
                    .containsExactly("Bearer " + secret);
            List<String> lines = new ArrayList<>();
            airlock.audit().archive().export(RecordFilter.ALL, lines::add);
            assertThat(String.join("\n", lines))
                    .contains("tok_visa", "\"kind\":\"binding_use\"", "of [redacted]")
                    .doesNotContain("canary");
        }
    }

    @Test
    void whatIsBoundInTheVaultGoesAlong() throws Exception {
        Path rail = ROOT.resolve("sample-connectors/payment-rail-c");
        ConnectorManifest manifest =
                ManifestReader.read(rail.resolve("manifest.toml")).orThrow();
        ConnectorIdentity identity =
                new ConnectorIdentity.Unsigned(manifest.connector().name(), rail.toRealPath());
        try (ScriptedUpstream upstream = ScriptedUpstream.start(
                        ((ScriptReading.Valid) UpstreamScript.read(rail.resolve("upstream.toml"))).script(),
                        List.of("payments.example.com:443"));
                Vault vault = Vault.create(folder.resolve("vault"), "a passphrase".toCharArray());
                Airlock airlock = Airlock.builder()
                        .dialer(ScriptedWorld.dialer(upstream))
                        .vault(vault)
                        .build()) {
            CallRequest charge = CallRequest.of(
                    "charge_card", json("{\"card_token\":\"tok_visa\",\"amount_minor\":5,\"currency\":\"EUR\"}"));
            HostedConnector loaded = airlock.load(rail).orThrow();
            assertThat(airlock.call(loaded, charge).failure().orElseThrow().failureClass())
                    .isEqualTo(FailureClass.BINDING_REQUIRED);

            try (BindingSecrets secrets =
                    BindingSecrets.of(CredentialKind.API_KEY, "canary-vault-7b20".getBytes(StandardCharsets.UTF_8))) {
                airlock.bindings()
                        .orElseThrow()
                        .bind(
                                new BindingName(CredentialKind.API_KEY, "rail", "default"),
                                BindingTerms.of(identity, manifest),
                                secrets);
            }

            assertThat(airlock.call(loaded, charge).output()).isPresent();
            assertThat(upstream.requests().get(0).headers().get("authorization"))
                    .containsExactly("Bearer canary-vault-7b20");
        }
    }

    @Test
    void aServiceAtItsCapacityIsAskedAgainOnlyWhereAPersonWaits() throws Exception {
        String full = "[[exchange]]\nrespond = { status = 503, body = '{}' }\ntimes = 1\n" + WORKS;
        for (boolean awaited : List.of(true, false)) {
            try (ScriptedUpstream upstream = upstream(full);
                    Airlock airlock = Airlock.builder()
                            .dialer(ScriptedWorld.dialer(upstream))
                            .retry(SOON)
                            .build()) {
                CallRequest request = errand();
                CallResult result = airlock.call(
                        airlock.load(CLI.resolve("errands")).orThrow(), awaited ? request.inForeground() : request);

                assertThat(result.output().isPresent()).isEqualTo(awaited);
                assertThat(upstream.requests()).hasSize(awaited ? 2 : 1);
            }
        }
    }

    /** Rate limits as code hosts report them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Retry-After = \"1\"",
                "X-RateLimit-Remaining = \"0\", X-RateLimit-Reset = \"1\"",
                "RateLimit = '\"default\";r=0;t=1'"
            })
    void aRateLimitThatIsCalledForbiddenIsWaitedForAndPutBeforeNobody(String headers) throws Exception {
        String limited = "[[exchange]]\nrespond = { status = 403, headers = { " + headers
                + " }, body = '{}' }\ntimes = 1\n" + WORKS;
        try (ScriptedUpstream upstream = upstream(limited);
                Airlock airlock =
                        Airlock.builder().dialer(ScriptedWorld.dialer(upstream)).build()) {
            CallResult result =
                    airlock.call(airlock.load(CLI.resolve("errands")).orThrow(), errand().inForeground());

            assertThat(result.output()).isPresent();
            assertThat(upstream.requests()).hasSize(2);
            assertThat(airlock.reviews().list(true)).isEmpty();
        }
    }

    @Test
    void aForbiddenRequestThatIsNoRateLimitStaysADenial() throws Exception {
        String forbidden =
                "[[exchange]]\nrespond = { status = 403, headers = { X-RateLimit-Remaining = \"7\" }, body = '{}' }\n";
        try (ScriptedUpstream upstream = upstream(forbidden);
                Airlock airlock =
                        Airlock.builder().dialer(ScriptedWorld.dialer(upstream)).build()) {
            CallResult result =
                    airlock.call(airlock.load(CLI.resolve("errands")).orThrow(), errand().inForeground());

            assertThat(result.failure().orElseThrow().message()).contains("The credential does not allow this");
            assertThat(upstream.requests()).hasSize(1);
            assertThat(airlock.reviews().list(true)).hasSize(1);
        }
    }

    @Test
    void aCircuitOpensByTheRulesOfTheSettings() throws Exception {
        String down = "[[exchange]]\nrespond = { status = 503, body = '{}' }\n";
        AirlockBuilder once = Airlock.builder().retry(RetryPolicy.standard().withMax(0));
        for (boolean atOnce : List.of(true, false)) {
            try (ScriptedUpstream upstream = upstream(down);
                    Airlock airlock = (atOnce ? once.circuits(FIRST_FAILURE) : once)
                            .dialer(ScriptedWorld.dialer(upstream))
                            .build()) {
                HostedConnector connector = airlock.load(CLI.resolve("errands")).orThrow();
                airlock.call(connector, errand());
                CallResult second = airlock.call(connector, errand());

                assertThat(second.failure().orElseThrow().details().get("circuit"))
                        .isEqualTo(atOnce ? "open" : null);
                assertThat(upstream.requests()).hasSize(atOnce ? 1 : 2);
            }
        }
    }

    @Test
    void anErrorOfTheHostReachesWhoeverWaitsForTheFuture() throws Exception {
        ConnectorSource broken = required -> {
            throw new AssertionError("a fault of the embedder's own source");
        };
        try (Airlock airlock = Airlock.builder().connectors(broken).build()) {
            Action action = ActionReader.read(ROOT.resolve("sample-connectors/actions/ship-update.md"))
                    .orThrow();

            CompletableFuture<ActionOutcome> future = airlock.actionAsync(
                    ActionCall.of(action, json("{\"summary\":\"Search is faster\",\"channel_id\":\"7\"}")));

            assertThat(future.get(1, TimeUnit.MINUTES).outcome()).isInstanceOf(Outcome.Failed.class);
        }
    }

    @Test
    @SuppressWarnings("try") // closed early, to see the results of its tools
    void anActionAndItsStepsAreCallsInTheLog() throws Exception {
        Path samples = ROOT.resolve("sample-connectors");
        try (ScriptedUpstream upstream = ScriptedUpstream.start(
                        ((ScriptReading.Valid) UpstreamScript.read(samples.resolve("payment-rail-c/upstream.toml")))
                                .script(),
                        List.of("payments.example.com:443"));
                Airlock airlock = Airlock.builder()
                        .dialer(ScriptedWorld.dialer(upstream))
                        .credentials(CredentialSource.of(Map.of("api_key", "canary-action-4e1d")))
                        .connectors(new ConnectorFolders(List.of(samples)))
                        .approver(Approver.of(
                                "tester", request -> !request.preview().contains("USD")))
                        .build()) {
            Action payment =
                    ActionReader.read(samples.resolve("actions/payment.md")).orThrow();
            ActionOutcome paid = airlock.action(ActionCall.of(
                    payment, json("{\"card_token\":\"tok_1\",\"amount_minor\":1250,\"currency\":\"EUR\"}")));
            ToolResult denied = airlock.tools(List.of(payment))
                    .call(
                            new ToolCall(
                                    "call_1",
                                    "payment",
                                    "{\"card_token\":\"tok_1\",\"amount_minor\":1250,\"currency\":\"USD\"}"),
                            new Cancellation());

            assertThat(paid.outcome()).isInstanceOf(Outcome.Succeeded.class);
            assertThat(paid.audited()).isTrue();
            assertThat(denied.kind()).isEqualTo(ToolResult.Kind.DENIED);
            AuditArchive archive = airlock.audit().archive();
            assertThat(archive.find(paid.auditId().value()))
                    .extracting(AuditRecord::kind)
                    .containsExactly("call_intent", "consent", "call_outcome");
            String step = paid.steps().get(0).auditId().orElseThrow().value();
            assertThat(archive.find(step))
                    .extracting(AuditRecord::kind)
                    .containsExactly("call_intent", "binding_use", "exchange", "attempt", "call_outcome");
            assertThat(archive.calls(RecordFilter.ALL))
                    .extracting(CallSummary::op)
                    .containsExactly("charge_card", "payment", "payment");
            List<String> lines = new ArrayList<>();
            archive.export(RecordFilter.ALL, lines::add);
            assertThat(String.join("\n", lines)).doesNotContain("canary");

            ActionTools tools = airlock.tools(List.of(payment));
            airlock.close();
            assertThat(List.of("{}", "no JSON"))
                    .extracting(
                            arguments -> tools.call(new ToolCall("call_2", "payment", arguments), new Cancellation()))
                    .allSatisfy(late -> {
                        assertThat(late.toolCallId()).isEqualTo("call_2");
                        assertThat(late.isError()).isFalse();
                        assertThat(late.content()).contains("was not run");
                    });
        }
    }

    @Test
    void oneSetOfSettingsCanBeKeptAndVaried() throws Exception {
        AirlockBuilder settings = Airlock.builder();
        AirlockBuilder other = settings.actor("other");
        try (Airlock one = settings.build();
                Airlock two = other.build()) {
            for (Airlock airlock : List.of(one, two)) {
                airlock.call(airlock.load(CLI.resolve("echo")).orThrow(), CallRequest.of("echo", numbered(0)));
            }
            assertThat(one.audit().archive().calls(RecordFilter.ALL).get(0).actor())
                    .isEqualTo("host");
            assertThat(two.audit().archive().calls(RecordFilter.ALL).get(0).actor())
                    .isEqualTo("other");
        }
        assertThatThrownBy(() -> settings.closeWithin(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> settings.asyncCalls(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> settings.auditBound(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void eachSettingSaysItsDefaultAndShowsALine() throws IOException {
        String source = Files.readString(ROOT.resolve("runtime/src/main/java/dev/airlock/runtime/AirlockBuilder.java"));
        List<String> blocks = java.util.Arrays.stream(source.split("(?=\n    /\\*\\*)"))
                .filter(block -> block.contains("public AirlockBuilder "))
                .toList();

        assertThat(blocks).hasSizeGreaterThan(10).allSatisfy(block -> {
            assertThat(block).containsPattern("Default:\\s");
            assertThat(block).contains("<pre>{@code Airlock.builder().");
        });
    }

    @Test
    void holdsOperationAndArgumentsAgainstTheManifestBeforeTheConnectorRuns() throws Exception {
        try (Airlock airlock = Airlock.builder().build()) {
            HostedConnector echo = airlock.load(CLI.resolve("echo")).orThrow();
            CallResult wrong = airlock.call(echo, CallRequest.of("echo", json("{\"text\":5}")));
            CallResult unknown = airlock.call(echo, CallRequest.of("ecko", json("{}")));
            CallResult fallback = airlock.call(
                    echo,
                    CallRequest.of("echo", json("{}"))
                            .declaring(StepDeclaration.NONE.orElse(
                                    airlock.target(echo, "echo"), json("{\"count\":\"many\"}"))));

            assertThat(List.of(wrong, unknown, fallback)).allSatisfy(refused -> {
                Failure failure = refused.failure().orElseThrow();
                assertThat(failure.failureClass()).isEqualTo(FailureClass.CONNECTOR_RUNTIME_ERROR);
                assertThat(failure.boundary()).isEqualTo(Boundary.ACTION);
                assertThat(failure.details()).containsEntry("reason", "bad_input");
                assertThat(failure.message()).endsWith(" Correct it and call again.");
                assertThat(refused.outcome().usage().fuel()).isZero();
                assertThat(kinds(airlock, refused)).containsExactly("call_intent", "call_outcome");
            });
            assertThat(wrong.failure().orElseThrow().message()).contains("/text: integer found, string expected.");
            assertThat(unknown.failure().orElseThrow().message())
                    .contains("declares no operation \"ecko\". Did you mean echo?");
            assertThat(fallback.failure().orElseThrow().message()).contains("/count");
        }
    }

    @Test
    void theActorOfAnActionReachesTheLogOfItAndOfItsSteps() throws Exception {
        Path samples = ROOT.resolve("sample-connectors");
        try (ScriptedUpstream upstream = ScriptedUpstream.start(
                        ((ScriptReading.Valid) UpstreamScript.read(samples.resolve("payment-rail-c/upstream.toml")))
                                .script(),
                        List.of("payments.example.com:443"));
                Airlock airlock = Airlock.builder()
                        .home(folder)
                        .actor("service")
                        .dialer(ScriptedWorld.dialer(upstream))
                        .credentials(CredentialSource.of(Map.of("api_key", "canary-actor-4e1d")))
                        .connectors(new ConnectorFolders(List.of(samples)))
                        .approver(Approver.of("tester", request -> true))
                        .build()) {
            Action payment =
                    ActionReader.read(samples.resolve("actions/payment.md")).orThrow();
            String inputs = "{\"card_token\":\"tok_1\",\"amount_minor\":1250,\"currency\":\"EUR\"}";

            airlock.action(ActionCall.of(payment, json(inputs)).actingFor("alice"));
            ToolCall asked =
                    new ToolCall("call_1", "payment", inputs).actingFor("bob").inConversation("thread-1");
            ToolResult first = airlock.tools(List.of(payment)).call(asked, new Cancellation());
            ToolResult again = airlock.tools(List.of(payment)).call(asked, new Cancellation());
            ToolResult unknown = airlock.tools(List.of(payment))
                    .call(new ToolCall("call_2", "paymnt", "{}").actingFor("carol"), new Cancellation());

            assertThat(first.recorded()).isEmpty();
            assertThat(again.recorded()).isPresent();
            assertThat(again.key()).isEqualTo(first.key());
            assertThat(folder.resolve("calls.key")).exists();
            assertThat(airlock.audit().archive().calls(RecordFilter.ALL))
                    .extracting(call -> call.op() + " of " + call.actor())
                    .containsExactly(
                            "charge_card of alice",
                            "payment of alice",
                            "charge_card of bob",
                            "payment of bob",
                            "charge_card of bob",
                            "payment of bob",
                            "paymnt of carol");
            assertThat(unknown.kind()).isEqualTo(ToolResult.Kind.UNKNOWN);
            assertThat(unknown.content())
                    .contains(
                            "Did you mean 'payment'?",
                            "audit_id: " + unknown.auditId().orElseThrow());
            assertThat(upstream.requests()).hasSize(2);
        }
    }

    @Test
    void aRequestThatItsServiceSaysItDidNotProcessIsMadeAgainWhateverItsMethod() throws Exception {
        String refused = "[[exchange]]\nfault = \"http2_goaway\"\ntimes = 1\n" + WORKS;
        try (ScriptedUpstream upstream = upstream(refused);
                Airlock airlock = Airlock.builder()
                        .home(folder)
                        .dialer(ScriptedWorld.dialer(upstream))
                        .build()) {
            CallResult made = airlock.call(
                    airlock.load(CLI.resolve("errands")).orThrow(),
                    CallRequest.of("run", json(ERRAND.replace("header", "none")))
                            .retrying(SOON));
            assertThat(made.output()).isPresent();
            assertThat(made.result().attempts()).hasSize(2);
            assertThat(upstream.requests()).hasSize(2);
        }
    }

    @Test
    void aCallLikeOneInItsConversationThatMayHaveTakenEffectIsNotMadeUntilSomebodyInsists() throws Exception {
        String lost = "[[exchange]]\nfault = \"reset_after_request\"\ntimes = 1\n" + WORKS;
        String post = ERRAND.replace("header", "none");
        try (ScriptedUpstream upstream = upstream(lost)) {
            CallRequest request =
                    CallRequest.of("run", json(post)).inConversation("thread-1").retrying(SOON.withMax(0));
            AuditId first;
            try (Airlock airlock = Airlock.builder()
                    .home(folder)
                    .dialer(ScriptedWorld.dialer(upstream))
                    .build()) {
                CallResult made =
                        airlock.call(airlock.load(CLI.resolve("errands")).orThrow(), request);
                assertThat(made.result().effect()).isEqualTo(Effect.UNCERTAIN);
                first = made.auditId();
            }
            try (Airlock airlock = Airlock.builder()
                    .home(folder)
                    .dialer(ScriptedWorld.dialer(upstream))
                    .build()) {
                HostedConnector errands = airlock.load(CLI.resolve("errands")).orThrow();
                CallResult refused = airlock.call(errands, request);

                assertThat(refused.failure().orElseThrow().message()).contains(first.value(), "insisting()");
                assertThat(refused.result().effect()).isEqualTo(Effect.UNCERTAIN);
                assertThat(upstream.requests()).hasSize(1);
                assertThat(airlock.call(errands, request.actingFor("somebody else"))
                                .output())
                        .isPresent();
                assertThat(airlock.call(errands, request.insisting()).output()).isPresent();
                assertThat(airlock.call(errands, request).output()).isPresent();
            }
        }
    }

    @Test
    void everyKindOfCallHasTheSameTermsUnlessItSaysOtherwise() throws Exception {
        Action action = ActionReader.read(ROOT.resolve("sample-connectors/actions/ship-update.md"))
                .orThrow();

        assertThat(List.of(
                        CallRequest.of("x", numbered(0)).terms(),
                        ActionCall.of(action, numbered(0)).terms(),
                        new ToolCall("call_1", "x", "{}").terms()))
                .containsOnly(CallTerms.STANDARD);
        assertThat(CallTerms.STANDARD.source()).isEqualTo(CallSource.BACKGROUND);
        assertThatThrownBy(() -> CallRequest.of("x", numbered(0)).withKey(" "))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ToolCall("call_1", "x", "{}").withKey("k".repeat(181)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ActionCall.of(action, numbered(0)).inConversation(""))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static void awaitIntents(Airlock airlock, int calls) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(() -> airlock.audit().archive().calls(RecordFilter.ALL).size() == calls);
    }

    private static List<String> kinds(Airlock airlock, CallResult result) {
        return airlock.audit().archive().find(result.auditId().value()).stream()
                .map(AuditRecord::kind)
                .toList();
    }

    private static CallRequest errand() {
        return CallRequest.of("run", json(ERRAND));
    }

    private static ObjectNode numbered(int n) {
        return JsonNodeFactory.instance.objectNode().put("n", n);
    }

    private static ObjectNode json(String text) {
        try {
            return (ObjectNode) StrictJson.read(text);
        } catch (dev.airlock.formats.json.MalformedJsonException e) {
            throw new AssertionError(e);
        }
    }

    private static ScriptedUpstream upstream(String script) throws IOException {
        return ScriptedUpstream.start(
                ((ScriptReading.Valid) UpstreamScript.parse("upstream.toml", script)).script(), HOSTS);
    }
}
