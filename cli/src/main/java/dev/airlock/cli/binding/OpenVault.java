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
 * @param vault the vault; empty: nothing is bound, or nothing that is bound is wanted
 */
public record OpenVault(Optional<Vault> vault) implements AutoCloseable {
    /**
     * Opens the vault if a connector declares a credential, something was ever bound, and no script answers in the place of the world:
     * that has credentials of its own.
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

    /** Settings with it. */
    public AirlockBuilder addTo(AirlockBuilder settings) {
        return vault.map(settings::vault).orElse(settings);
    }

    @Override
    public void close() {
        vault.ifPresent(Vault::close);
    }
}
