package dev.airlock.registry.oci;

import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.registry.install.PackageSource;
import dev.airlock.registry.install.SourceException;
import dev.airlock.registry.net.Downloads;
import dev.airlock.registry.packages.ConnectorPackage;
import java.util.Locale;
import java.util.Optional;

/**
 * Archives in an OCI registry: the single layer of an image manifest. {@code oci://ghcr.io/acme/slack@1.2.0} is the tag {@code 1.2.0} of
 * {@code acme/slack} at {@code ghcr.io}.
 */
public final class OciSource implements PackageSource {
    private final Downloads downloads;
    private final Optional<String> place;
    private final Optional<String> mirror;
    private final RegistryLogins logins;

    private OciSource(Downloads downloads, Optional<String> place, Optional<String> mirror, RegistryLogins logins) {
        this.downloads = downloads;
        this.place = place;
        this.mirror = mirror;
        this.logins = logins;
    }

    /** Returns a source at the registry in a connector's name. */
    public static OciSource byName(Downloads downloads, RegistryLogins logins) {
        return new OciSource(downloads, Optional.empty(), Optional.empty(), logins);
    }

    /**
     * Returns a source at a mirror.
     *
     * @param mirror the URL that replaces {@code https://} and any registry
     */
    public static OciSource mirrored(Downloads downloads, String mirror, RegistryLogins logins) {
        return new OciSource(downloads, Optional.empty(), Optional.of(mirror), logins);
    }

    /**
     * Returns a source at a place that a person names.
     *
     * @param place {@code oci://host[:port]/name[:tag][@digest]}; by default, the tag of the version
     */
    public static OciSource at(String place, Downloads downloads, RegistryLogins logins) {
        return new OciSource(downloads, Optional.of(place), Optional.empty(), logins);
    }

    @Override
    public ConnectorPackage fetch(ConnectorReference wanted) throws SourceException {
        OciReference reference = place.isPresent() ? OciReference.parse(place.get(), wanted) : OciReference.of(wanted);
        RegistryAccess access = new RegistryAccess(
                downloads, reference, RegistryAccess.Purpose.PULL, () -> logins.of(scopeOf(reference)));
        Registry registry = new Registry(downloads, reference, mirror.orElseGet(reference::url), access);
        return Downloads.unpacked(registry.blob(registry.archive()));
    }

    /**
     * Returns the contacted host, optionally with a port. A login belongs to one host, so a mirror gets its own login and not the
     * registry's.
     */
    private String scopeOf(OciReference reference) {
        return mirror.map(url -> url.replaceFirst("^(?i:https)://", "").replaceFirst("/.*$", ""))
                .map(host -> host.toLowerCase(Locale.ROOT))
                .orElseGet(reference::loginKey);
    }
}
