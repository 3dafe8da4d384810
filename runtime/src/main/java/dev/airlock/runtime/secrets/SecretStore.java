package dev.airlock.runtime.secrets;

import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.manifests.names.ConnectorIdentity;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Where the host keeps the credentials of connectors: its own vault, a cloud's secret manager, a table.
 *
 * <pre>{@code
 * Airlock.builder().secretStore(wanted -> manager.read(wanted.connector().key(), wanted.word())
 *         .<SecretStore.Answer>map(SecretStore.Found::of)
 *         .orElseGet(() -> new SecretStore.None("Ask your administrator for access.")))
 * }</pre>
 *
 * <p>It is asked once for each call, on a thread of its own, and waited for 10 s at most, or the call's own time if that is less; what it gave is forgotten with the call unless it
 * says otherwise. Thread-safe.
 */
@FunctionalInterface
public interface SecretStore {
    /**
     * The credential of a connector.
     *
     * @throws Exception if the store cannot say now; the host is told of it as a fault, and nobody else what it says
     */
    Answer find(Wanted wanted) throws Exception;

    /**
     * A credential that a connector declares.
     *
     * @param connector the connector, by name and verified publisher; one that nobody signed is the one in its folder
     * @param kind what kind it is
     * @param name its name, where the manifest declares several; empty: the one of {@code [capabilities.credential]}
     * @param hosts where it may go: the connector's hosts
     * @param refused whether the service did not accept what the store gave before, in the same call
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

        /** Its name, or the word of its kind. */
        public String word() {
            return name.orElseGet(kind::word);
        }
    }

    /** What a store says. */
    sealed interface Answer {}

    /**
     * There it is. It has no text form.
     *
     * @param text the secret; of {@code basic}, user name and password with a colon between; of {@code aws_sigv4}, key id, secret key and
     *     perhaps a session token with colons between
     * @param keptFor how long it may be used for other calls, without asking; zero: for this call only
     */
    record Found(String text, Duration keptFor) implements Answer {
        /** @throws NullPointerException if one of them is not there */
        public Found {
            Objects.requireNonNull(text, "a secret's text");
            Objects.requireNonNull(keptFor, "how long a secret is kept");
        }

        /** A secret for this call only. */
        public static Found of(String text) {
            return new Found(text, Duration.ZERO);
        }

        /** The same, which other calls may use for so long. */
        public Found keptFor(Duration time) {
            return new Found(text, time);
        }

        @Override
        public String toString() {
            return "a secret";
        }
    }

    /**
     * There is none.
     *
     * @param next what a person does to get one, as a sentence; its first 500 characters are shown, on one line
     */
    record None(String next) implements Answer {
        /** @throws NullPointerException if it is not there */
        public None {
            Objects.requireNonNull(next, "what a person does to get a secret");
        }
    }
}
