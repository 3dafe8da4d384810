package dev.airlock.runtime.install.oci;

import java.util.Optional;

/** What somebody logs in to registries with. Most give to everybody, and ask for none. */
@FunctionalInterface
public interface RegistryLogins {
    /** Nobody logs in. */
    RegistryLogins NONE = registry -> Optional.empty();

    /**
     * The value of the header {@code Authorization} for a registry, {@code Basic} and what follows; empty for nobody.
     *
     * @param registry its host, perhaps with a port
     */
    Optional<String> of(String registry);
}
