package dev.airlock.registry.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.effect.Effect;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.ActionReader;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.registry.packages.ConnectorPackage;
import dev.airlock.registry.packages.Keyring;
import dev.airlock.registry.packages.KeyringFile;
import dev.airlock.registry.packages.SigningKey;
import dev.airlock.registry.store.ConnectorStore;
import dev.airlock.registry.store.StoreChange;
import dev.airlock.runtime.Airlock;
import dev.airlock.runtime.AirlockBuilder;
import dev.airlock.runtime.AirlockListener;
import dev.airlock.runtime.CallRequest;
import dev.airlock.runtime.CallResult;
import dev.airlock.runtime.HostedConnector;
import dev.airlock.runtime.ScriptedWorld;
import dev.airlock.runtime.actions.ActionCall;
import dev.airlock.runtime.actions.Approver;
import dev.airlock.runtime.audit.store.RecordFilter;
import dev.airlock.runtime.bindings.BindingName;
import dev.airlock.runtime.bindings.BindingSecrets;
import dev.airlock.runtime.bindings.BindingTerms;
import dev.airlock.runtime.recovery.journal.RecoveryEvent;
import dev.airlock.runtime.recovery.policy.Backoff;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.runtime.vault.Vault;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.net.dial.ScriptedDialer;
import dev.airlock.upstreams.ScriptedUpstream;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A host that continues while its loaded connector is altered, removed, or no longer trusted: before, between and during its calls. */
class IntegrityTest {
    private static final Path SAMPLES =
            Path.of(System.getProperty("airlock.root")).resolve("sample-connectors");
    private static final Path RAIL = SAMPLES.resolve("payment-rail-c");
    private static final String PUBLISHER = "github://acme/payments";
    private static final String INSTALLED = PUBLISHER + "/rail@1.0.0";
    private static final String SECRET = "canary-integrity-51c8";
    private static final String WORKS = "[[exchange]]\nrespond = { status = 200, body = '"
            + "{\"id\":\"ch_1\",\"status\":\"captured\",\"amount\":1250,\"currency\":\"EUR\"}' }\n";
    private static final String BLIP = "[[exchange]]\nmatch = { host = \"payments.example.com:443\" }\nfault ="
            + " \"connect_refused\"\ntimes = 1\n" + WORKS;
    private static final RetryPolicy SOON = RetryPolicy.of(2, Backoff.of(Backoff.Growth.FIXED, Duration.ofMillis(10)));

    private final SigningKey key = SigningKey.generate();
    private final SigningKey other = SigningKey.generate();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private ConnectorPackage content;

    private Runnable onDialling = () -> {};

    /** A change of an installed connector, with the class of the next call's failure. */
    enum Change {
        A_BYTE_OF_ITS_MODULE(FailureClass.HASH_MISMATCH) {
            @Override
            void make(IntegrityTest test) throws IOException {
                byte[] module = Files.readAllBytes(test.module());
                module[module.length - 1] ^= 1;
                Files.write(test.module(), module);
            }
        },
        ITS_MODULE_AND_ITS_TIME_PUT_BACK(FailureClass.HASH_MISMATCH) {
            @Override
            void make(IntegrityTest test) throws IOException {
                FileTime before = Files.getLastModifiedTime(test.module());
                A_BYTE_OF_ITS_MODULE.make(test);
                Files.setLastModifiedTime(test.module(), before);
            }
        },
        ITS_MODULE_REPLACED(FailureClass.HASH_MISMATCH) {
            @Override
            void make(IntegrityTest test) throws IOException {
                Path another = Files.write(test.folder.resolve("another"), test.content.manifest());
                Files.move(another, test.module(), StandardCopyOption.REPLACE_EXISTING);
            }
        },
        ITS_MANIFEST(FailureClass.HASH_MISMATCH) {
            @Override
            void make(IntegrityTest test) throws IOException {
                Files.writeString(test.module().resolveSibling("manifest.toml"), "# ", StandardOpenOption.APPEND);
            }
        },
        ITS_MODULE_REMOVED(FailureClass.HASH_MISMATCH) {
            @Override
            void make(IntegrityTest test) throws IOException {
                Files.delete(test.module());
            }
        },
        UNINSTALLED(FailureClass.HASH_MISMATCH) {
            @Override
            void make(IntegrityTest test) throws IOException {
                try (StoreChange change = test.store().change()) {
                    change.remove(List.of(test.content.hash()), StoreChange.Recording.NONE);
                }
            }
        },
        ITS_KEY_REMOVED(FailureClass.SIGNATURE_FAILURE) {
            @Override
            void make(IntegrityTest test) throws IOException {
                test.keyring().change(trusted -> trusted.without(PUBLISHER, test.key.publicKey()), () -> {});
            }
        },
        ITS_KEY_EXCHANGED(FailureClass.SIGNATURE_FAILURE) {
            @Override
            void make(IntegrityTest test) throws IOException {
                test.keyring()
                        .change(
                                trusted -> trusted.with(PUBLISHER, test.other.publicKey())
                                        .without(PUBLISHER, test.key.publicKey()),
                                () -> {});
            }
        },
        THE_KEYRING_REMOVED(FailureClass.SIGNATURE_FAILURE) {
            @Override
            void make(IntegrityTest test) throws IOException {
                Files.delete(test.keyring().path());
            }
        },
        THE_KEYRING_DAMAGED(FailureClass.SIGNATURE_FAILURE) {
            @Override
            void make(IntegrityTest test) throws IOException {
                Files.writeString(test.keyring().path(), "{");
            }
        };

        private final FailureClass then;

        Change(FailureClass then) {
            this.then = then;
        }

        abstract void make(IntegrityTest test) throws IOException;

        void makeUnchecked(IntegrityTest test) {
            try {
                make(test);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    @BeforeEach
    void install() throws Exception {
        String manifest = Files.readString(RAIL.resolve("manifest.toml"))
                .replace("local://samples/payment-rail", PUBLISHER + "/rail");
        content = key.sign(ConnectorPackage.unsigned(
                Files.readAllBytes(RAIL.resolve("connector.wasm")), manifest.getBytes(StandardCharsets.UTF_8)));
        reinstall();
    }

    private void reinstall() throws IOException {
        store().put(content);
        Files.deleteIfExists(keyring().path());
        keyring().change(trusted -> Keyring.empty().with(PUBLISHER, key.publicKey()), () -> {});
    }

    @AfterEach
    void wipe() {
        key.close();
        other.close();
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsCalledThatIsNoLongerWhatWasLoadedAndItsBindingIsKept(Change change) throws Exception {
        try (ScriptedUpstream upstream = upstream(WORKS);
                Vault vault = Vault.create(folder.resolve("vault"), "a passphrase".toCharArray());
                Airlock airlock = host(upstream).vault(vault).build()) {
            HostedConnector loaded = airlock.loadInstalled(INSTALLED).orThrow();
            bind(airlock, loaded.manifest());
            assertThat(airlock.call(loaded, lookUp()).output()).isPresent();

            change.make(this);
            CallResult refused = airlock.call(loaded, lookUp());
            assertThat(refused.failure().orElseThrow().failureClass()).isEqualTo(change.then);
            assertThat(refused.failure().orElseThrow().auditId()).isEqualTo(refused.auditId());
            assertThat(refused.result().effect()).isEqualTo(Effect.NONE);
            assertThat(upstream.requests()).as("no credential went along").hasSize(1);
            assertThat(airlock.call(loaded.pinned(), lookUp()).output())
                    .as("what was asked for as it was")
                    .isPresent();

            reinstall();
            assertThat(airlock.call(loaded, lookUp()).output())
                    .as("the binding is there")
                    .isPresent();
            assertThat(upstream.requests())
                    .allSatisfy(request ->
                            assertThat(request.headers().get("authorization")).containsExactly("Bearer " + SECRET));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCallThatRunsEndsByItselfAndTheNextOneIsRefused(Change change) throws Exception {
        onDialling = () -> change.makeUnchecked(this);
        try (ScriptedUpstream upstream = upstream(WORKS);
                Airlock airlock = host(upstream).build()) {
            HostedConnector loaded = airlock.loadInstalled(INSTALLED).orThrow();
            assertThat(airlock.call(loaded, lookUp()).output()).isPresent();

            assertThat(airlock.call(loaded, lookUp()).failure().orElseThrow().failureClass())
                    .isEqualTo(change.then);
            assertThat(upstream.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCallIsNotAttemptedAgainOnceItsConnectorIsNoLongerWhatWasLoaded(Change change) throws Exception {
        AirlockListener changing = new AirlockListener() {
            @Override
            public void recovering(RecoveryEvent event) {
                if (event instanceof RecoveryEvent.RetryScheduled) {
                    change.makeUnchecked(IntegrityTest.this);
                }
            }
        };
        try (ScriptedUpstream upstream = upstream(BLIP);
                Airlock airlock = host(upstream).listener(changing).retry(SOON).build()) {
            CallResult result = airlock.call(airlock.loadInstalled(INSTALLED).orThrow(), lookUp());

            assertThat(result.failure().orElseThrow().failureClass()).isEqualTo(change.then);
            assertThat(result.result().attempts()).hasSize(2);
            assertThat(upstream.requests()).isEmpty();
        }
    }

    @Test
    void whatAnotherProcessDoesCountsFromTheNextCallOn() throws Exception {
        try (ScriptedUpstream upstream = upstream(WORKS);
                Airlock airlock = host(upstream).build()) {
            HostedConnector loaded = airlock.loadInstalled(INSTALLED).orThrow();
            assertThat(airlock.call(loaded, lookUp()).output()).isPresent();

            elsewhere("distrust");
            assertThat(airlock.call(loaded, lookUp()).failure().orElseThrow().failureClass())
                    .isEqualTo(FailureClass.SIGNATURE_FAILURE);
            reinstall();
            assertThat(airlock.call(loaded, lookUp()).output()).isPresent();
            elsewhere("uninstall");
            assertThat(airlock.call(loaded, lookUp()).failure().orElseThrow().failureClass())
                    .isEqualTo(FailureClass.HASH_MISMATCH);
        }
    }

    private void elsewhere(String what) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ChangingProcess.class.getName(),
                        folder.toString(),
                        what,
                        content.hash().text())
                .inheritIO()
                .start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    @Test
    void aFolderIsLookedAtToo() throws Exception {
        Path place = folder.resolve("rail");
        Files.createDirectory(place);
        Files.copy(RAIL.resolve("connector.wasm"), place.resolve("connector.wasm"));
        Files.copy(RAIL.resolve("manifest.toml"), place.resolve("manifest.toml"));
        try (ScriptedUpstream upstream = upstream(WORKS);
                Airlock airlock = host(upstream).build()) {
            HostedConnector loaded = airlock.load(place).orThrow();
            assertThat(airlock.call(loaded, lookUp()).output()).isPresent();
            Files.writeString(place.resolve("manifest.toml"), "# ", StandardOpenOption.APPEND);

            CallResult refused = airlock.call(loaded, lookUp());
            assertThat(refused.failure().orElseThrow().failureClass()).isEqualTo(FailureClass.HASH_MISMATCH);
            assertThat(refused.failure().orElseThrow().message())
                    .contains("are not the ones that were loaded. Load it again if you want the new ones.");
            assertThat(airlock.call(airlock.load(place).orThrow(), lookUp()).output())
                    .isPresent();
        }
    }

    @Test
    void aCallOfAConnectorThatIsClosedLeavesNoRecord() throws Exception {
        try (ScriptedUpstream upstream = upstream(WORKS);
                Airlock airlock = host(upstream).build()) {
            HostedConnector loaded = airlock.loadInstalled(INSTALLED).orThrow();
            HostedConnector pinned = loaded.pinned();
            loaded.close();

            for (HostedConnector closed : List.of(loaded, pinned)) {
                assertThatThrownBy(() -> airlock.call(closed, lookUp()))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("is closed; load it again");
            }
            assertThat(airlock.audit().archive().calls(RecordFilter.ALL)).isEmpty();
        }
    }

    @Test
    void whatWasTouchedAndNotAlteredIsCalled() throws Exception {
        try (ScriptedUpstream upstream = upstream(WORKS);
                Airlock airlock = host(upstream).build()) {
            HostedConnector loaded = airlock.loadInstalled(INSTALLED).orThrow();
            Files.setLastModifiedTime(module(), FileTime.fromMillis(0));
            keyring().change(trusted -> trusted.with("github://other/one", other.publicKey()), () -> {});

            assertThat(airlock.call(loaded, lookUp()).output()).isPresent();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStepOfAnActionIsNotMadeOnceItsConnectorWasChangedWhileAPersonThought(Change change) throws Exception {
        Action action = ActionReader.read(
                        "payment.md",
                        Files.readString(SAMPLES.resolve("actions/payment.md"))
                                .replace("local://samples/payment-rail", PUBLISHER + "/rail")
                                .replaceFirst(
                                        "sha256:[0-9a-f]{64}", content.hash().text())
                                .getBytes(StandardCharsets.UTF_8))
                .orThrow();
        Approver thinking = Approver.of("tester", request -> {
            change.makeUnchecked(this);
            return true;
        });
        try (ScriptedUpstream upstream = upstream(WORKS);
                Airlock airlock = host(upstream).approver(thinking).build()) {
            Outcome outcome = airlock.action(ActionCall.of(
                            action, json("{\"card_token\":\"tok_1\",\"amount_minor\":1250,\"currency\":\"EUR\"}")))
                    .outcome();

            assertThat(((Outcome.Failed) outcome).failure().failureClass()).isEqualTo(change.then);
            assertThat(upstream.requests()).isEmpty();
        }
    }

    private AirlockBuilder host(ScriptedUpstream upstream) {
        return Airlock.builder()
                .home(folder)
                .credentials(CredentialSource.of(Map.of("api_key", SECRET)))
                .dialer(new ScriptedDialer(
                        (scheme, target) -> {
                            onDialling.run();
                            return ScriptedWorld.dial(upstream, scheme, target);
                        },
                        upstream.trustManager()));
    }

    private static void bind(Airlock airlock, ConnectorManifest manifest) throws Exception {
        ConnectorIdentity identity =
                new ConnectorIdentity.Signed(manifest.connector().name(), PUBLISHER);
        try (BindingSecrets secrets =
                BindingSecrets.of(CredentialKind.API_KEY, SECRET.getBytes(StandardCharsets.UTF_8))) {
            airlock.bindings()
                    .orElseThrow()
                    .bind(
                            new BindingName(CredentialKind.API_KEY, "rail", "default"),
                            BindingTerms.of(identity, manifest),
                            secrets);
        }
    }

    private ConnectorStore store() {
        return ConnectorStore.in(folder);
    }

    private KeyringFile keyring() {
        return KeyringFile.in(folder);
    }

    private Path module() {
        return store().files(content.hash()).get(0);
    }

    private static CallRequest lookUp() {
        return CallRequest.of("get_charge", json("{\"charge_id\":\"ch_1\"}"));
    }

    private static ObjectNode json(String text) {
        try {
            return (ObjectNode) StrictJson.read(text);
        } catch (MalformedJsonException e) {
            throw new AssertionError(e);
        }
    }

    private static ScriptedUpstream upstream(String script) throws IOException {
        return ScriptedUpstream.start(
                ((ScriptReading.Valid) UpstreamScript.parse("upstream.toml", script)).script(),
                List.of("payments.example.com:443"));
    }

    /** A process that changes a home, as the command does. */
    static final class ChangingProcess {
        private ChangingProcess() {}

        public static void main(String[] args) throws Exception {
            Path home = Path.of(args[0]);
            if (args[1].equals("distrust")) {
                KeyringFile.in(home).change(trusted -> Keyring.empty(), () -> {});
                return;
            }
            try (StoreChange change = ConnectorStore.in(home).change()) {
                change.remove(List.of(new ContentHash(args[2])), StoreChange.Recording.NONE);
            }
        }
    }
}
