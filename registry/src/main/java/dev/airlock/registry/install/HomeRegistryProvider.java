package dev.airlock.registry.install;

import dev.airlock.runtime.actions.source.ConnectorRegistry;
import java.nio.file.Path;

/** Opens the registry of a home for a runtime that finds this module on its class path. */
public final class HomeRegistryProvider implements ConnectorRegistry.Provider {
    /** Called by {@link java.util.ServiceLoader}. */
    public HomeRegistryProvider() {}

    @Override
    public ConnectorRegistry open(Path home) {
        return new HomeRegistry(home);
    }
}
