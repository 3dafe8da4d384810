package dev.airlock.runtime.oauth;

import dev.airlock.manifests.credentials.ConsentUrls;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * The source of tokens, and the client for them.
 *
 * @param consent the URLs at which the person consents
 * @param tokenUrl the token endpoint
 * @param clientId the publisher's client id
 * @param scopes the scopes to request
 * @param clientSecret the publisher's client secret, for providers that insist on one
 */
public record OAuthSettings(
        ConsentUrls consent, URI tokenUrl, String clientId, List<String> scopes, Optional<String> clientSecret) {
    /** Copies the scopes. */
    public OAuthSettings {
        scopes = List.copyOf(scopes);
    }
}
