package dev.airlock.cli.install;

import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.registry.install.LocalSource;
import dev.airlock.registry.install.PackageSource;
import dev.airlock.registry.install.SourceException;
import dev.airlock.registry.net.DownloadRequest;
import dev.airlock.registry.net.Downloads;
import dev.airlock.registry.oci.OciSource;
import dev.airlock.registry.oci.RegistryLogins;
import dev.airlock.registry.packages.ConnectorPackage;
import dev.airlock.registry.web.HttpsSource;
import dev.airlock.registry.web.Releases;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The sources of packages: by the scheme of a name, or a place that a person names.
 *
 * @param mirrors the environment, whose variables {@code AIRLOCK_GITHUB_URL}, {@code AIRLOCK_GITLAB_URL} and {@code AIRLOCK_OCI_URL}
 *     replace the servers that names imply
 */
public record Sources(Downloads downloads, Map<String, String> mirrors, RegistryLogins logins)
        implements PackageSource {
    private static final String ARCHIVE = "airlock.tar.gz";

    /** Fetches a package from the source for the scheme of its name. */
    @Override
    public ConnectorPackage fetch(ConnectorReference wanted) throws SourceException {
        PackageSource source = switch (wanted.name().scheme()) {
            case GITHUB ->
                Releases.github(downloads, mirror("AIRLOCK_GITHUB_URL").orElse(Releases.GITHUB));
            case GITLAB ->
                Releases.gitlab(downloads, mirror("AIRLOCK_GITLAB_URL").orElse(Releases.GITLAB));
            case OCI ->
                mirror("AIRLOCK_OCI_URL")
                        .map(url -> OciSource.mirrored(downloads, url, logins))
                        .orElseGet(() -> OciSource.byName(downloads, logins));
            case HTTPS -> Releases.files(downloads);
            case LOCAL ->
                throw new SourceException(
                        "A local:// connector was never published. Install its archive or folder: airlock install "
                                + wanted + " --from airlock.tar.gz.");
        };
        return source.fetch(wanted);
    }

    /**
     * Returns the source for a place that a person names: an https URL, {@code oci://}, an archive, or a folder.
     *
     * @param resolve resolves the path of a file
     */
    public PackageSource at(String place, UnaryOperator<Path> resolve) {
        Place named = Place.of(place);
        if (named.isWeb()) {
            return new HttpsSource(downloads, named.text());
        }
        if (named.isOf("oci")) {
            return OciSource.at(named.text(), downloads, logins);
        }
        if (named.scheme().isPresent()) {
            return refused(named.refused() + " Name an https or oci URL, an archive, or a folder.");
        }
        try {
            return file(Path.of(place), resolve);
        } catch (InvalidPathException e) {
            return refused("The named place is not a path on this machine.");
        }
    }

    private static PackageSource refused(String why) {
        return wanted -> {
            throw new SourceException(why);
        };
    }

    /** Returns the source for an archive, a folder with the contents of one, or a folder with archives laid out as on a web server. */
    static PackageSource file(Path typed, UnaryOperator<Path> resolve) {
        Path place = resolve.apply(typed);
        return wanted -> new LocalSource(Stream.of(
                                place.resolve(ARCHIVE),
                                place.resolve("v" + wanted.version()).resolve(ARCHIVE))
                        .filter(archive -> Files.isDirectory(place)
                                && !Files.exists(place.resolve(ConnectorPackage.MODULE))
                                && Files.isRegularFile(archive))
                        .findFirst()
                        .orElse(place))
                .fetch(wanted);
    }

    private Optional<String> mirror(String variable) throws SourceException {
        String url = mirrors.getOrDefault(variable, "");
        if (url.isEmpty()) {
            return Optional.empty();
        }
        try {
            DownloadRequest.https(url);
            return Optional.of(url);
        } catch (SourceException e) {
            throw new SourceException("Airlock cannot download from the value of " + variable + ". " + e.why());
        }
    }
}
