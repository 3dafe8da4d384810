package dev.airlock.runtime.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.runtime.bindings.CredentialRefresh;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.budget.Deadline;
import dev.airlock.sandbox.host.credentials.CredentialAnswer;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which secrets are requested again after a service rejected one. */
class SecretRenewalTest {
    private static final Deadline AT_ONCE = new UntilCancelled(new Cancellation(), () -> Duration.ofMillis(20));
    private static final Deadline PATIENT = new UntilCancelled(new Cancellation());

    private final List<SecretStore.Wanted> asked = new ArrayList<>();
    private final HostCredentials store = new HostCredentials(
            wanted -> {
                asked.add(wanted);
                return SecretStore.Found.of("canary-of-" + wanted.connector().name());
            },
            (id, fault) -> {});

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void aRefusalOfOneConnectorsSecretIsNoneOfAnothers() throws Exception {
        CredentialSource refused = call("one");
        CredentialSource other = call("other");
        find(refused);
        find(other);

        assertThat(store.refresh().canRefresh("host:api_key")).isTrue();
        assertThat(store.refresh()
                        .refresh(
                                "local://tests/one",
                                "host:api_key",
                                Instant.now(),
                                Duration.ofSeconds(1),
                                new Cancellation()))
                .isInstanceOf(CredentialRefresh.Result.Fresh.class);
        find(refused);
        find(other);

        assertThat(asked)
                .extracting(wanted -> wanted.connector().name() + " " + wanted.refused())
                .containsExactly("local://tests/one false", "local://tests/other false", "local://tests/one true");
    }

    @Test
    void whatTheStoreLetsBeKeptIsForgottenWhenTheHostCloses() {
        AtomicInteger questions = new AtomicInteger();
        HostCredentials keeping = new HostCredentials(
                wanted -> {
                    questions.incrementAndGet();
                    return SecretStore.Found.of("canary-that-is-kept").keptFor(Duration.ofHours(1));
                },
                (id, fault) -> {});
        CredentialSource source = source(keeping, "one");
        find(source);
        find(source);
        assertThat(questions).hasValue(1);

        keeping.close();
        find(source);
        find(source);
        assertThat(questions).hasValue(3);
    }

    @Test
    void aStoreThatNeverAnswersHoldsAFewThreadsOnly() throws Exception {
        Semaphore answers = new Semaphore(0);
        AtomicInteger questions = new AtomicInteger();
        HostCredentials silent = new HostCredentials(
                wanted -> {
                    questions.incrementAndGet();
                    answers.acquireUninterruptibly();
                    return new SecretStore.None("Ask later.");
                },
                (id, fault) -> {});
        CredentialSource source = source(silent, "one");
        for (int i = 0; i < HostSecrets.MOST_OVERDUE + 5; i++) {
            CredentialAnswer answer = source.forCall(AT_ONCE).find(CredentialKind.API_KEY, AT_ONCE);
            assertThat(answer).isInstanceOf(CredentialAnswer.Refused.class);
        }
        answers.release(100);

        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> source.find(CredentialKind.API_KEY, PATIENT) instanceof CredentialAnswer.Missing);
        assertThat(questions.get()).isLessThanOrEqualTo(HostSecrets.MOST_OVERDUE + 1);
    }

    private static void find(CredentialSource source) {
        source.find(CredentialKind.API_KEY, new UntilCancelled(new Cancellation()));
    }

    private CredentialSource call(String name) {
        return source(store, name).forCall(new UntilCancelled(new Cancellation()));
    }

    private CredentialSource source(HostCredentials credentials, String name) {
        ConnectorManifest manifest =
                ManifestReader.read("manifest.toml", """
                [connector]
                name = "local://tests/%s"
                version = "1.0.0"
                [capabilities.network]
                hosts = ["api.example.com:443"]
                [capabilities.credential]
                kind = "api_key"
                [capabilities.runtime]
                imports = ["http_request"]
                """.formatted(name)).orThrow();
        ConnectorIdentity identity =
                new ConnectorIdentity.Unsigned(manifest.connector().name(), folder);
        return credentials.sourceFor(identity, manifest);
    }
}
