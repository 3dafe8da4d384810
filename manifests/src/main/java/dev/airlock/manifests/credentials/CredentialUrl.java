package dev.airlock.manifests.credentials;

import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.manifests.hosts.UrlScheme;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.Set;

/** The URL of an OAuth provider: https, or http to this machine for tests and local development. */
final class CredentialUrl {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final String EXAMPLE = "write for instance \"https://accounts.example.com/authorize\"";

    private CredentialUrl() {}

    static Parsed<URI> parse(String text) {
        return uri(text).flatMap(CredentialUrl::checked).map(Parsed::ok).orElseGet(() -> wrong(text));
    }

    private static Optional<URI> uri(String text) {
        try {
            return Optional.of(new URI(text));
        } catch (URISyntaxException notAUrl) {
            return Optional.empty();
        }
    }

    private static Optional<URI> checked(URI uri) {
        if (uri.getHost() == null || uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
            return Optional.empty();
        }
        return UrlScheme.ofWord(String.valueOf(uri.getScheme()))
                .filter(scheme -> isAllowed(scheme, uri.getRawAuthority()))
                .map(scheme -> uri);
    }

    private static boolean isAllowed(UrlScheme scheme, String authority) {
        Optional<HostPort> address =
                HostPort.parse(authority, scheme.defaultPort()).optional();
        return address.filter(a ->
                        scheme == UrlScheme.HTTPS || LOOPBACK.contains(a.host().text()))
                .isPresent();
    }

    private static Parsed<URI> wrong(String text) {
        return Parsed.wrong(
                "URL " + Printable.quoted(text) + " is not an https URL without user name and fragment", EXAMPLE);
    }
}
