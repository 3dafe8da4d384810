package dev.airlock.runtime.oauth;

import dev.airlock.manifests.credentials.ConsentUrls;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * Where tokens come from, and for which client.
 *
 * @param consent where the person consents
 * @param tokenUrl where tokens are issued
 * @param clientId the publisher's client
 * @param scopes what to ask for
 * @param clientSecret the publisher's secret, where a provider insists on one
 */
public record OAuthSettings(
        ConsentUrls consent, URI tokenUrl, String clientId, List<String> scopes, Optional<String> clientSecret) {
    /** Copies the scopes. */
    public OAuthSettings {
        scopes = List.copyOf(scopes);
    }
}
