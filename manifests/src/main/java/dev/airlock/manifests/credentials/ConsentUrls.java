package dev.airlock.manifests.credentials;

import java.net.URI;
import java.util.Optional;

/**
 * Where a person consents to an OAuth client; in one way at least.
 *
 * @param authorize the page that a browser on the same machine opens, {@code authorize_url}
 * @param device where a code is given that is entered in a browser anywhere, {@code device_authorization_url} (RFC 8628)
 */
public record ConsentUrls(Optional<URI> authorize, Optional<URI> device) {
    /** @throws IllegalArgumentException if there is neither */
    public ConsentUrls {
        if (authorize.isEmpty() && device.isEmpty()) {
            throw new IllegalArgumentException("there is no way to consent");
        }
    }

    /** With a browser on the same machine only. */
    public static ConsentUrls browser(URI authorize) {
        return new ConsentUrls(Optional.of(authorize), Optional.empty());
    }

    /** With a code only. */
    public static ConsentUrls device(URI device) {
        return new ConsentUrls(Optional.empty(), Optional.of(device));
    }
}
