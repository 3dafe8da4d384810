package dev.airlock.runtime.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.runtime.bindings.CredentialRefresh;
import dev.airlock.sandbox.Cancellation;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose secret is asked for again when a service did not accept one. */
class SecretRenewalTest {
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
                .containsExactly(
                        "local://tests/one false", "local://tests/other false", "local://tests/one true");
    }

    private static void find(CredentialSource source) {
        source.find(CredentialKind.API_KEY, new UntilCancelled(new Cancellation()));
    }

    private CredentialSource call(String name) {
        ConnectorManifest manifest = ManifestReader.read("manifest.toml", """
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
        return store.sourceFor(identity, manifest).forCall(new UntilCancelled(new Cancellation()));
    }
}
