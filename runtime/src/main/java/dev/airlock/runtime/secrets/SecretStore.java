package dev.airlock.runtime.secrets;

import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.manifests.names.ConnectorIdentity;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The host's store of connectors' credentials: its own vault, a cloud's secret manager, a table.
 *
 * <pre>{@code
 * Airlock.builder().secretStore(wanted -> manager.read(wanted.connector().key(), wanted.word())
 *         .<SecretStore.Answer>map(SecretStore.Found::of)
 *         .orElseGet(() -> new SecretStore.None("Ask your administrator for access.")))
 * }</pre>
 *
 * <p>It is asked once for each call, on a thread of its own. The call waits at most 10 s, or its own remaining time if that is less. A
 * secret is forgotten with the call unless the store says otherwise. Thread-safe.
 */
@FunctionalInterface
public interface SecretStore {
    /**
     * Finds the credential of a connector.
     *
     * @throws Exception if the store cannot answer now; only the host gets the exception, as a fault
     */
    Answer find(Wanted wanted) throws Exception;

    /**
     * A credential that a connector declares.
     *
     * @param connector the connector: by name and verified publisher, or by its folder if it is unsigned
     * @param kind its kind
     * @param name its name, if the manifest declares several; empty: the one of {@code [capabilities.credential]}
     * @param hosts where it may be sent: the connector's hosts
     * @param refused whether the service rejected the store's previous answer in the same call
     */
    record Wanted(
            ConnectorIdentity connector,
            CredentialKind kind,
            Optional<String> name,
            Set<NetworkGrant> hosts,
            boolean refused) {
        /** Copies the hosts. */
        public Wanted {
            hosts = Set.copyOf(hosts);
        }

        /** Returns its name, or the word of its kind. */
        public String word() {
            return name.orElseGet(kind::word);
        }
    }

    /** The answer of a store. */
    sealed interface Answer {}

    /**
     * A credential. Its text form does not show it.
     *
     * @param text the secret; for {@code basic}, user name and password separated by a colon; for {@code aws_sigv4}, key id, secret key and
     *     optionally a session token, separated by colons
     * @param keptFor how long other calls may use it without asking; zero: only this call
     */
    record Found(String text, Duration keptFor) implements Answer {
        /** @throws NullPointerException if one of them is null */
        public Found {
            Objects.requireNonNull(text, "a secret's text");
            Objects.requireNonNull(keptFor, "how long a secret is kept");
        }

        /** Returns a secret for this call only. */
        public static Found of(String text) {
            return new Found(text, Duration.ZERO);
        }

        /** Returns a copy that other calls may use for a time. */
        public Found keptFor(Duration time) {
            return new Found(text, time);
        }

        @Override
        public String toString() {
            return "a secret";
        }
    }

    /**
     * No credential.
     *
     * @param next how a person gets one, as a sentence; its first 500 characters are shown, on one line
     */
    record None(String next) implements Answer {
        /** @throws NullPointerException if it is null */
        public None {
            Objects.requireNonNull(next, "what a person does to get a secret");
        }
    }
}
