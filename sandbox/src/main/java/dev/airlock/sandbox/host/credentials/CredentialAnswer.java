package dev.airlock.sandbox.host.credentials;

import dev.airlock.manifests.hosts.NetworkGrant;
import java.util.Optional;
import java.util.Set;

/** The answer of a {@link CredentialSource} to a connector's request for its credential. */
public sealed interface CredentialAnswer {

    /**
     * The credential is bound.
     *
     * @param credential the values
     * @param binding the binding's name, such as {@code oauth2/slack/work}; empty for one that has none
     * @param hosts where it may go, fixed when it was bound; empty: wherever the manifest may go
     * @param mend the command that binds it anew if the service refuses it; empty if there is none
     */
    record Bound(BoundCredential credential, Optional<String> binding, Optional<Set<NetworkGrant>> hosts, String mend)
            implements CredentialAnswer {
        /** Copies the hosts. */
        public Bound {
            hosts = hosts.map(Set::copyOf);
        }

        /** Returns a credential without a name, for every host of the manifest. */
        public static Bound everywhere(BoundCredential credential) {
            return new Bound(credential, Optional.empty(), Optional.empty(), "");
        }

        boolean mayGoTo(NetworkGrant place) {
            return hosts.map(capturedInputs -> capturedInputs.contains(place)).orElse(true);
        }
    }

    /**
     * No credential is bound.
     *
     * @param next how to bind one, as a sentence
     */
    record Missing(String next) implements CredentialAnswer {}

    /**
     * A credential is bound and cannot be used.
     *
     * @param binding its name
     * @param why what is wrong with it, as a sentence
     * @param next what to do about it, as a sentence
     * @param retriable whether the same call may succeed later without anyone's help
     */
    record Refused(String binding, String why, String next, boolean retriable) implements CredentialAnswer {}
}
