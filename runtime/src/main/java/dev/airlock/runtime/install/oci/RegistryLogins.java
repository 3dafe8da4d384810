package dev.airlock.runtime.install.oci;

import java.util.Optional;

/** What somebody logs in to registries with. Most give to everybody, and ask for none. */
@FunctionalInterface
public interface RegistryLogins {
    /** Nobody logs in. */
    RegistryLogins NONE = registry -> Login.none();

    /**
     * What there is for a registry. Asked once, when the registry has asked.
     *
     * @param registry its host in lower case, perhaps with a port
     */
    Login of(String registry);

    /**
     * A login, or why there is none.
     *
     * @param authorization the value of the header {@code Authorization}, {@code Basic} and what follows; empty for nobody
     * @param why sentences that say why the login that there should be cannot be used, and what to do; empty if there should be none
     */
    record Login(Optional<String> authorization, String why) {
        /** Nobody logs in. */
        public static Login none() {
            return new Login(Optional.empty(), "");
        }

        /** Somebody does. */
        public static Login of(String authorization) {
            return new Login(Optional.of(authorization), "");
        }

        /** There should be one, and it cannot be used. What the registry gives to everybody is still got. */
        public static Login unusable(String why) {
            return new Login(Optional.empty(), why);
        }

        /** Not the secret. */
        @Override
        public String toString() {
            return authorization.isPresent() ? "a login" : "no login";
        }
    }
}
