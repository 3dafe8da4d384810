package dev.airlock.manifests.credentials;

import java.net.URI;
import java.util.Optional;

/**
 * The URLs at which a person consents to an OAuth client; at least one is present.
 *
 * @param authorize the page that a browser on the same machine opens, {@code authorize_url}
 * @param device the URL that issues a code to enter in any browser, {@code device_authorization_url} (RFC 8628)
 */
public record ConsentUrls(Optional<URI> authorize, Optional<URI> device) {
    /** @throws IllegalArgumentException if both are absent */
    public ConsentUrls {
        if (authorize.isEmpty() && device.isEmpty()) {
            throw new IllegalArgumentException("there is no way to consent");
        }
    }

    /** Returns the URLs for consent in a browser on the same machine only. */
    public static ConsentUrls browser(URI authorize) {
        return new ConsentUrls(Optional.of(authorize), Optional.empty());
    }

    /** Returns the URLs for consent with a code only. */
    public static ConsentUrls device(URI device) {
        return new ConsentUrls(Optional.empty(), Optional.of(device));
    }
}
