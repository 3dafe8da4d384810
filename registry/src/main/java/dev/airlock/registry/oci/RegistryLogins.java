package dev.airlock.registry.oci;

import java.util.Optional;

/** The logins for registries. Most registries serve everyone without a login. */
@FunctionalInterface
public interface RegistryLogins {
    /** No logins. */
    RegistryLogins NONE = registry -> Login.none();

    /**
     * Returns the login for a registry. Asked once, after the registry required one.
     *
     * @param registry its host in lower case, optionally with a port
     */
    Login of(String registry);

    /**
     * A login, or why there is none.
     *
     * @param authorization the value of the {@code Authorization} header, {@code Basic} with the credentials; empty for anonymous access
     * @param why why an expected login cannot be used, and the next step, in sentences; empty if none is expected
     */
    record Login(Optional<String> authorization, String why) {
        /** Returns anonymous access. */
        public static Login none() {
            return new Login(Optional.empty(), "");
        }

        /** Returns a login. */
        public static Login of(String authorization) {
            return new Login(Optional.of(authorization), "");
        }

        /** Returns anonymous access instead of an expected login that cannot be used. Public content still works. */
        public static Login unusable(String why) {
            return new Login(Optional.empty(), why);
        }

        /** Returns a text without the secret. */
        @Override
        public String toString() {
            return authorization.isPresent() ? "a login" : "no login";
        }
    }
}
