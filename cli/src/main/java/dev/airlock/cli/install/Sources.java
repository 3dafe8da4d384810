package dev.airlock.cli.install;

import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.runtime.install.LocalSource;
import dev.airlock.runtime.install.PackageSource;
import dev.airlock.runtime.install.SourceException;
import dev.airlock.runtime.install.net.Downloads;
import dev.airlock.runtime.install.net.HttpsSource;
import dev.airlock.runtime.install.net.Releases;
import dev.airlock.runtime.install.net.Wanted;
import dev.airlock.runtime.install.oci.OciSource;
import dev.airlock.runtime.install.oci.RegistryLogins;
import dev.airlock.runtime.packages.ConnectorPackage;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Where a package comes from: by the scheme of its name, or where somebody says.
 *
 * @param mirrors the environment, of which the variables {@code AIRLOCK_GITHUB_URL}, {@code AIRLOCK_GITLAB_URL} and {@code
 *     AIRLOCK_OCI_URL} stand in the place of what a name says
 */
public record Sources(Downloads downloads, Map<String, String> mirrors, RegistryLogins logins)
        implements PackageSource {
    /** By the scheme of the name. */
    @Override
    public ConnectorPackage fetch(ConnectorReference wanted) throws SourceException {
        PackageSource source = switch (wanted.name().scheme()) {
            case GITHUB -> Releases.github(downloads, mirror("AIRLOCK_GITHUB_URL"));
            case GITLAB -> Releases.gitlab(downloads, mirror("AIRLOCK_GITLAB_URL"));
            case OCI -> OciSource.byName(downloads, mirror("AIRLOCK_OCI_URL"), logins);
            case HTTPS -> Releases.files(downloads);
            case LOCAL ->
                throw new SourceException(
                        wanted + " was never published, as local:// says. Say where its archive or folder lies.");
        };
        return source.fetch(wanted);
    }

    /**
     * The place that somebody names: an https URL, {@code oci://}, an archive, or a folder.
     *
     * @param resolve finds a file that was named
     */
    public PackageSource at(String place, UnaryOperator<Path> resolve) {
        Place named = Place.of(place);
        if (named.isWeb()) {
            return new HttpsSource(downloads, named.text());
        }
        if (named.isOf("oci")) {
            return OciSource.at(named.text(), downloads, logins);
        }
        return named.scheme().isEmpty()
                ? file(place, resolve)
                : wanted -> {
                    throw new SourceException(named.refused() + " Name an https or oci URL, an archive, or a folder.");
                };
    }

    private static PackageSource file(String place, UnaryOperator<Path> resolve) {
        try {
            return new LocalSource(resolve.apply(Path.of(place)));
        } catch (InvalidPathException e) {
            return wanted -> {
                throw new SourceException("The place that was named is no path on this machine.");
            };
        }
    }

    private Optional<String> mirror(String variable) throws SourceException {
        String url = mirrors.getOrDefault(variable, "");
        if (url.isEmpty()) {
            return Optional.empty();
        }
        try {
            Wanted.https(url);
            return Optional.of(url);
        } catch (SourceException e) {
            throw new SourceException("What " + variable + " is set to is no place to fetch from. " + e.why());
        }
    }
}
