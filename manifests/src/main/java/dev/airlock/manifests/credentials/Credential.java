package dev.airlock.manifests.credentials;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/** A credential to inject into a connector's requests: a kind, never a value. */
public sealed interface Credential {

    /** Returns the kind. */
    CredentialKind kind();

    /** Returns the permissions that the credential needs, in prose for the person who binds it. */
    Optional<String> scope();

    /** A credential with one secret, which goes into one place of a request. */
    sealed interface OneSecret extends Credential {
        /** Returns the place where it goes. */
        Slot slot();
    }

    /** A key that a service issued. */
    record ApiKey(Optional<String> scope, Slot slot) implements OneSecret {
        @Override
        public CredentialKind kind() {
            return CredentialKind.API_KEY;
        }
    }

    /** A token, in {@code Authorization: Bearer} unless the manifest says otherwise. */
    record Bearer(Optional<String> scope, Slot slot) implements OneSecret {
        @Override
        public CredentialKind kind() {
            return CredentialKind.BEARER;
        }
    }

    /**
     * A token that comes from an OAuth 2 provider, in {@code Authorization: Bearer} unless the manifest says otherwise.
     *
     * @param consent the URLs at which the person consents; https, or http on the loopback interface
     * @param tokenUrl the URL that issues tokens; likewise
     * @param clientId the publisher's client
     * @param scopes the scopes to ask for, at least one
     * @param clientSecret the publisher's secret, if the provider requires one for installed applications
     */
    record OAuth2(
            Optional<String> scope,
            ConsentUrls consent,
            URI tokenUrl,
            String clientId,
            List<String> scopes,
            Optional<String> clientSecret,
            Slot slot)
            implements OneSecret {
        /** Copies the scopes. */
        public OAuth2 {
            scopes = List.copyOf(scopes);
        }

        @Override
        public CredentialKind kind() {
            return CredentialKind.OAUTH2;
        }
    }

    /** A user name and a password in {@code Authorization: Basic}. */
    record Basic(Optional<String> scope) implements Credential {
        @Override
        public CredentialKind kind() {
            return CredentialKind.BASIC;
        }
    }

    /**
     * A signature over the request; the access key belongs to the binding.
     *
     * @param service the service to sign for, for instance {@code s3}
     * @param region the region to sign for; empty when it follows from the host
     */
    record AwsSigV4(Optional<String> scope, String service, Optional<String> region) implements Credential {
        @Override
        public CredentialKind kind() {
            return CredentialKind.AWS_SIGV4;
        }
    }
}
