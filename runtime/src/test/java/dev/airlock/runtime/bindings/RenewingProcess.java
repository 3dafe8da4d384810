package dev.airlock.runtime.bindings;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.hosts.Host;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.runtime.oauth.TokenEndpoint;
import dev.airlock.runtime.vault.Vault;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.net.address.AddressRules;
import dev.airlock.sandbox.time.Clock;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;

/** A process that needs an expired token at the same time as others; it prints the result. */
final class RenewingProcess {
    private RenewingProcess() {}

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        Instant now = Instant.parse(args[1]);
        ConnectorManifest manifest =
                ManifestReader.read(folder.resolve("manifest.toml")).orThrow();
        AddressRules loopback = new AddressRules(Set.of(Host.parse("127.0.0.1").orThrow()));
        try (Vault vault = Vault.open(folder.resolve("vault.json"), "a passphrase".toCharArray());
                Bindings bindings = Bindings.by(vault, TokenEndpoint.on(loopback), Clock.showing(() -> now))) {
            CredentialSource source = bindings.sourceFor(
                    new ConnectorIdentity.Unsigned(manifest.connector().name(), Path.of(args[2])), manifest);
            System.out.println(source.find(CredentialKind.OAUTH2, new CallScope(Clock.SYSTEM, 60_000, 1))
                    .getClass()
                    .getSimpleName());
        }
    }
}
