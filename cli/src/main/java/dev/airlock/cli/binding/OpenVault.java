package dev.airlock.cli.binding;

import dev.airlock.cli.console.Terminal;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.runtime.AirlockBuilder;
import dev.airlock.runtime.vault.Vault;
import java.util.List;
import java.util.Optional;

/**
 * The vault for the calls of one command.
 *
 * @param vault the vault; empty if nothing is bound, or no binding is needed
 */
public record OpenVault(Optional<Vault> vault) implements AutoCloseable {
    /**
     * Opens the vault if a connector declares a credential, a vault exists, and no script replaces the network, because a script has its
     * own credentials.
     */
    public static OpenVault ifWanted(Terminal terminal, List<ConnectorManifest> manifests, boolean scripted) {
        VaultAccess access = new VaultAccess(terminal);
        boolean wanted = !scripted
                && manifests.stream()
                        .anyMatch(manifest ->
                                !manifest.capabilities().credentials().isEmpty())
                && access.exists();
        return new OpenVault(wanted ? Optional.of(access.open()) : Optional.empty());
    }

    /** Returns the settings with the vault. */
    public AirlockBuilder addTo(AirlockBuilder settings) {
        return vault.map(settings::vault).orElse(settings);
    }

    @Override
    public void close() {
        vault.ifPresent(Vault::close);
    }
}
