package dev.airlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.ActionReader;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.runtime.actions.ActionCall;
import dev.airlock.runtime.actions.Approver;
import dev.airlock.runtime.actions.source.ConnectorFolders;
import dev.airlock.runtime.audit.call.ArgumentPolicy;
import dev.airlock.runtime.audit.store.RecordFilter;
import dev.airlock.runtime.secrets.SecretStore;
import dev.airlock.runtime.vault.Vault;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.upstreams.ScriptedUpstream;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Credentials in the host's own store: requested for each call, and as secret as those of the vault. */
class SecretStoreTest {
    private static final String FIRST = "canary-first-9b1c0a";
    private static final String SECOND = "canary-second-77aa1f";
    private static final String WORKS = "[[exchange]]\nrespond = { status = 200, body = 'fine' }\n";

    private final List<SecretStore.Wanted> asked = Collections.synchronizedList(new ArrayList<>());
    private final List<String> faults = Collections.synchronizedList(new ArrayList<>());

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void isAskedOnceForEachCallAndTheNextCallHasWhatItSaysThen() throws Exception {
        List<String> secrets = List.of(FIRST, SECOND);
        try (ScriptedUpstream upstream = HostedActions.upstream(WORKS);
                Airlock airlock = airlock(upstream, wanted -> SecretStore.Found.of(secrets.get(asked.size() - 1)))) {
            HostedConnector spy = spy(airlock, CredentialKind.API_KEY, "");
            assertThat(airlock.call(spy, twoRequests()).output()).isPresent();
            assertThat(airlock.call(spy, twoRequests()).output()).isPresent();

            assertThat(authorizations(upstream))
                    .containsExactly("Bearer " + FIRST, "Bearer " + FIRST, "Bearer " + SECOND, "Bearer " + SECOND);
            assertThat(asked)
                    .hasSize(2)
                    .containsOnly(new SecretStore.Wanted(
                            new ConnectorIdentity.Unsigned(
                                    spy.manifest().connector().name(), folder),
                            CredentialKind.API_KEY,
                            Optional.empty(),
                            java.util.Set.of(
                                    NetworkGrant.parse("api.example.com:443").orThrow()),
                            false));
        }
    }

    @Test
    void isAskedAgainOnceAfterTheServiceAnswered401() throws Exception {
        String refuses = "[[exchange]]\nrespond = { status = 401, body = 'no' }\ntimes = 1\n";
        String accepts =
                Files.readString(rail().resolve("upstream.toml")).replaceFirst("(?s)\\[bindings\\].*?(?=\\[\\[)", "");
        try (ScriptedUpstream upstream = payments(refuses + accepts);
                Airlock airlock = airlock(
                        upstream,
                        wanted -> SecretStore.Found.of(wanted.refused() ? SECOND : FIRST)
                                .keptFor(Duration.ofHours(1)))) {
            HostedConnector payments = airlock.load(rail()).orThrow();
            CallResult made = airlock.call(payments, lookUp("ch_7Qm2"));

            assertThat(made.outcome()).isInstanceOf(Outcome.Succeeded.class);
            assertThat(authorizations(upstream)).containsExactly("Bearer " + FIRST, "Bearer " + SECOND);
            assertThat(airlock.call(payments, lookUp("ch_7Qm2")).output()).isPresent();
            assertThat(asked).as("the new one is kept, as the store said").hasSize(2);
        }
    }

    @Test
    void aServiceThatKeepsRefusingEndsTheCallAfterOneMoreQuestion() throws Exception {
        try (ScriptedUpstream upstream = payments("[[exchange]]\nrespond = { status = 401, body = 'no' }\n");
                Airlock airlock = airlock(upstream, wanted -> SecretStore.Found.of(FIRST))) {
            Failure failure = airlock.call(airlock.load(rail()).orThrow(), lookUp("ch_7Qm2"))
                    .failure()
                    .orElseThrow();

            assertThat(failure.details()).containsEntry("status", 401L);
            assertThat(asked).extracting(SecretStore.Wanted::refused).containsExactly(false, true);
            assertThat(upstream.requests()).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = CredentialKind.class,
            names = {"API_KEY", "BEARER", "BASIC"})
    void noSecretOfItGetsOut(CredentialKind kind) throws Exception {
        CanarySuiteTest.Canaries canaries = CanarySuiteTest.Canaries.of(kind);
        String secret = kind == CredentialKind.BASIC
                ? canaries.values().get(1) + ":" + canaries.values().get(0)
                : canaries.values().get(0);
        try (ScriptedUpstream upstream = CanarySuiteTest.upstream(canaries);
                Airlock airlock = airlock(upstream, wanted -> SecretStore.Found.of(secret))) {
            HostedConnector spy = spy(airlock, kind, "");
            ObjectNode args = JsonNodeFactory.instance.objectNode().put("note", "path of no secret");
            ArrayNode requests = args.putArray("requests");
            requests.add(CanarySuiteTest.get("/form/0", Optional.empty()));
            IntStream.range(0, canaries.forms().size())
                    .forEach(i -> requests.add(CanarySuiteTest.get("/form/" + i, Optional.of(kind))));

            CallResult made = airlock.call(
                    spy,
                    CallRequest.of("show", args).actingFor(canaries.values().get(0)));

            assertThat(made.output()).isPresent();
            assertThat(made.output().orElseThrow().path("in_memory").asInt()).isZero();
            canaries.assertAbsent("outcome", StrictJson.write(made.output().orElseThrow()));
            canaries.assertAbsent("logs", made.outcome().toString());
            List<String> lines = new ArrayList<>();
            airlock.audit().archive().export(RecordFilter.ALL, lines::add);
            assertThat(String.join("\n", lines)).contains("[redacted]", "\"binding\":\"host:" + kind.word() + "\"");
            canaries.assertAbsent("audit log", String.join("\n", lines));
            assertThat(asked).hasSize(1);
        }
        assertThat(SecretStore.Found.of(FIRST).toString()).doesNotContain("canary");
    }

    @Test
    void noRecordHasItAmongTheArgumentsEither() throws Exception {
        try (ScriptedUpstream upstream = payments("[[exchange]]\nrespond = { status = 404, body = 'no' }\n");
                Airlock airlock = airlock(upstream, wanted -> SecretStore.Found.of(FIRST))) {
            airlock.call(airlock.load(rail()).orThrow(), lookUp("of " + FIRST).actingFor("somebody " + FIRST));

            List<String> lines = new ArrayList<>();
            airlock.audit().archive().export(RecordFilter.ALL, lines::add);
            assertThat(String.join("\n", lines))
                    .contains("of [redacted]", "somebody [redacted]")
                    .doesNotContain("canary");
        }
    }

    @Test
    void severalCredentialsGoIntoTheirOwnSlots() throws Exception {
        String another = "[capabilities.credentials.search]\nkind = \"api_key\"\nslot = \"query:apikey\"\n";
        try (ScriptedUpstream upstream = HostedActions.upstream(WORKS);
                Airlock airlock =
                        airlock(upstream, wanted -> SecretStore.Found.of("canary-" + wanted.word() + "-12345"))) {
            HostedConnector spy = spy(airlock, CredentialKind.BEARER, another);
            CallResult made = airlock.call(spy, requests("bearer", "search"));

            assertThat(made.output()).isPresent();
            assertThat(authorizations(upstream)).containsExactly("Bearer canary-bearer-12345");
            assertThat(upstream.requests().get(1).target()).contains("apikey=canary-search-12345");
            assertThat(asked).extracting(SecretStore.Wanted::word).containsExactlyInAnyOrder("bearer", "search");
        }
    }

    @Test
    void stepsOfActionsHaveTheirSecretsFromIt() throws Exception {
        Path samples = rail().resolveSibling("");
        Action payment =
                ActionReader.read(samples.resolve("actions/payment.md")).orThrow();
        String script = Files.readString(rail().resolve("upstream.toml"));
        try (ScriptedUpstream upstream = payments(script);
                Airlock airlock = settings(upstream, wanted -> SecretStore.Found.of(FIRST))
                        .connectors(new ConnectorFolders(List.of(samples)))
                        .approver(Approver.of("tester", request -> true))
                        .build()) {
            ObjectNode inputs =
                    HostedActions.json("{\"card_token\":\"tok_1\",\"amount_minor\":1250,\"currency\":\"EUR\"}");
            assertThat(airlock.action(ActionCall.of(payment, inputs)).outcome()).isInstanceOf(Outcome.Succeeded.class);
            assertThat(authorizations(upstream)).containsExactly("Bearer " + FIRST);
            assertThat(asked).hasSize(1);
        }
    }

    @Test
    void whatItDoesNotHaveIsBindingRequiredInTheHostsWords() throws Exception {
        Failure failure = failure(wanted -> new SecretStore.None("Ask your administrator for access."));

        assertThat(failure.failureClass()).isEqualTo(FailureClass.BINDING_REQUIRED);
        assertThat(failure.message()).contains("Ask your administrator for access.");
    }

    @Test
    void whatIsNoneOfItsKindIsBindingFailed() throws Exception {
        Failure failure = failure(wanted -> SecretStore.Found.of("short"));

        assertThat(failure.failureClass()).isEqualTo(FailureClass.BINDING_FAILED);
        assertThat(failure.message())
                .contains(
                        "The host's secret store gave no usable secret of the kind api_key: a secret has at least 8 bytes")
                .doesNotContain("short");
    }

    @Test
    void aStoreThatFailsIsBindingFailedAndOnlyTheHostHearsWhy() throws Exception {
        Failure failure = failure(wanted -> {
            throw new IOException("no route to the manager with " + FIRST);
        });

        assertThat(failure.failureClass()).isEqualTo(FailureClass.BINDING_FAILED);
        assertThat(failure.message())
                .contains("The host's secret store failed.")
                .doesNotContain(FIRST, "route");
        assertThat(faults).isNotEmpty().containsOnly("secrets: no route to the manager with " + FIRST);
    }

    @Test
    void nothingIsSentWithoutACredentialEitherWhileItIsNotKnownWhatIsSecret() throws Exception {
        try (ScriptedUpstream upstream = HostedActions.upstream(WORKS);
                Airlock airlock = airlock(upstream, wanted -> {
                    throw new IOException("down");
                })) {
            HostedConnector spy = spy(airlock, CredentialKind.API_KEY, "");
            ObjectNode args = JsonNodeFactory.instance.objectNode();
            args.putArray("requests").add(CanarySuiteTest.get("/open", Optional.empty()));

            CallResult made = airlock.call(spy, CallRequest.of("show", args));

            assertThat(made.failure().orElseThrow().failureClass()).isEqualTo(FailureClass.BINDING_FAILED);
            assertThat(upstream.requests()).isEmpty();
        }
    }

    @Test
    void aStoreThatIsSlowEndsWithTheCallAndIsToldSo() throws Exception {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        SecretStore slow = wanted -> {
            began.countDown();
            try {
                new CompletableFuture<SecretStore.Answer>().get();
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
            throw new AssertionError("nobody answers");
        };
        try (ScriptedUpstream upstream = HostedActions.upstream(WORKS);
                Airlock airlock = airlock(upstream, slow)) {
            CallRequest request = twoRequests();
            CompletableFuture<CallResult> later = airlock.callAsync(spy(airlock, CredentialKind.API_KEY, ""), request);
            assertThat(began.await(1, TimeUnit.MINUTES)).isTrue();
            request.cancellation().cancel();

            assertThat(later.get(1, TimeUnit.MINUTES).outcome()).isInstanceOf(Outcome.Cancelled.class);
            assertThat(interrupted.await(1, TimeUnit.MINUTES)).isTrue();
            assertThat(upstream.requests()).isEmpty();
        }
    }

    @Test
    void aStoreThatSaysNothingTakesNoMoreThanTheCallsTime() throws Exception {
        long start = System.nanoTime();
        Failure failure = failure(
                wanted -> new CompletableFuture<SecretStore.Answer>().get(),
                LoadOptions.standard().withLimit(LimitName.WALL_TIME, Duration.ofSeconds(1)));

        assertThat(failure.failureClass()).isIn(FailureClass.RESOURCE_LIMIT_EXCEEDED, FailureClass.BINDING_FAILED);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
    }

    @Test
    void aStoreThatGivesNullFailsAndOneThatKeepsForeverIsBelieved() throws Exception {
        for (SecretStore broken : List.<SecretStore>of(
                wanted -> absent(),
                wanted -> SecretStore.Found.of(absent()),
                wanted -> new SecretStore.None(absent()))) {
            Failure failure = failure(broken);
            assertThat(failure.failureClass()).isEqualTo(FailureClass.BINDING_FAILED);
            assertThat(failure.message()).contains("The host's secret store failed.");
        }
        try (ScriptedUpstream upstream = HostedActions.upstream(WORKS);
                Airlock airlock = airlock(
                        upstream, wanted -> SecretStore.Found.of(FIRST).keptFor(Duration.ofSeconds(Long.MAX_VALUE)))) {
            HostedConnector spy = spy(airlock, CredentialKind.API_KEY, "");
            asked.clear();
            airlock.call(spy, twoRequests());
            airlock.call(spy, twoRequests());
            assertThat(authorizations(upstream)).hasSize(4).containsOnly("Bearer " + FIRST);
            assertThat(asked).hasSize(1);
        }
    }

    /** Returns null, as an unchecked host could. */
    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <T> T absent() {
        return null;
    }

    @Test
    void wordsOfTheStoreAreCleanAndBoundedInMessages() throws Exception {
        Failure failure = failure(wanted -> new SecretStore.None("Ask\u202e bob\n" + "x".repeat(5_000)));

        assertThat(failure.message()).doesNotContain("\u202e", "\n").hasSizeLessThan(1_500);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"secret-with\nbreak", "secret-with\r\nX-Evil: 1", "geheim-\u00e4\u00f6\u00fc", "secret\u0000null"
            })
    void aSecretThatDoesNotFitIntoItsSlotIsNotSentAndNotShown(String secret) throws Exception {
        Failure failure = failure(wanted -> SecretStore.Found.of(secret));

        assertThat(failure.failureClass()).isEqualTo(FailureClass.BINDING_FAILED);
        assertThat(failure.message()).doesNotContain("secret-with", "geheim", "X-Evil");
    }

    @Test
    void aRehearsalNeverAsksIt() throws Exception {
        AtomicInteger questions = new AtomicInteger();
        try (ScriptedUpstream upstream = HostedActions.upstream(WORKS);
                Airlock airlock = Airlock.builder()
                        .codeCache(KeptCode.cache())
                        .secretStore(wanted -> {
                            questions.incrementAndGet();
                            return SecretStore.Found.of(FIRST);
                        })
                        .withScriptedWorld(
                                ScriptedWorld.dialer(upstream), CredentialSource.of(Map.of("api_key", "made-up-key")))
                        .build()) {
            airlock.call(spy(airlock, CredentialKind.API_KEY, ""), twoRequests());

            assertThat(questions).hasValue(0);
            assertThat(authorizations(upstream)).containsOnly("Bearer made-up-key");
        }
    }

    @Test
    void aVaultBesideItIsAMistakeOfTheHost() throws Exception {
        try (Vault vault = Vault.create(folder.resolve("vault"), "a passphrase".toCharArray())) {
            AirlockBuilder both =
                    Airlock.builder().vault(vault).secretStore(wanted -> new SecretStore.None("There is none."));
            assertThatThrownBy(both::build)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("not from both");
        }
    }

    private Failure failure(SecretStore store) throws Exception {
        return failure(store, LoadOptions.standard());
    }

    private Failure failure(SecretStore store, LoadOptions options) throws Exception {
        try (ScriptedUpstream upstream = HostedActions.upstream(WORKS);
                Airlock airlock = airlock(upstream, store)) {
            Failure failure = airlock.call(spy(airlock, CredentialKind.API_KEY, "", options), twoRequests())
                    .failure()
                    .orElseThrow();
            assertThat(upstream.requests()).isEmpty();
            return failure;
        }
    }

    private Airlock airlock(ScriptedUpstream upstream, SecretStore store) throws IOException {
        return settings(upstream, store).build();
    }

    private AirlockBuilder settings(ScriptedUpstream upstream, SecretStore store) {
        return Airlock.builder()
                .codeCache(KeptCode.cache())
                .dialer(ScriptedWorld.dialer(upstream))
                .auditArguments(ArgumentPolicy.VALUES)
                .secretStore(wanted -> {
                    asked.add(wanted);
                    return store.find(wanted);
                })
                .listener(new AirlockListener() {
                    @Override
                    public void fault(String correlationId, Throwable fault) {
                        faults.add(correlationId + ": " + fault.getMessage());
                    }
                });
    }

    private HostedConnector spy(Airlock airlock, CredentialKind kind, String more) throws IOException {
        return spy(airlock, kind, more, LoadOptions.standard());
    }

    private HostedConnector spy(Airlock airlock, CredentialKind kind, String more, LoadOptions given)
            throws IOException {
        String manifest = CanarySuiteTest.manifestText(kind) + more;
        LoadOptions options = given.withIdentity(new ConnectorIdentity.Unsigned(
                dev.airlock.manifests.ManifestReader.read("manifest.toml", manifest)
                        .orThrow()
                        .connector()
                        .name(),
                folder));
        return airlock.load(manifest.getBytes(StandardCharsets.UTF_8), Files.readAllBytes(CanarySuiteTest.SPY), options)
                .orThrow();
    }

    private static CallRequest twoRequests() {
        return requests("api_key", "api_key");
    }

    private static CallRequest requests(String... credentials) {
        ObjectNode args = JsonNodeFactory.instance.objectNode().put("note", "path of no secret");
        ArrayNode requests = args.putArray("requests");
        for (String credential : credentials) {
            requests.addObject().put("url", "https://api.example.com/x").put("credential", credential);
        }
        return CallRequest.of("show", args);
    }

    private static Path rail() {
        return HostedActions.CLI
                .resolve("../../sample-connectors/payment-rail-c")
                .normalize();
    }

    private static CallRequest lookUp(String charge) {
        return CallRequest.of(
                "get_charge", JsonNodeFactory.instance.objectNode().put("charge_id", charge));
    }

    private static ScriptedUpstream payments(String script) throws IOException {
        return ScriptedUpstream.start(
                ((ScriptReading.Valid) UpstreamScript.parse("upstream.toml", script)).script(),
                List.of("payments.example.com:443"));
    }

    private static List<String> authorizations(ScriptedUpstream upstream) {
        return upstream.requests().stream()
                .flatMap(request -> request.headers().getOrDefault("authorization", List.of()).stream())
                .toList();
    }
}
