package dev.airlock.registry.web;

import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.registry.install.PackageSource;
import dev.airlock.registry.install.SourceException;
import dev.airlock.registry.net.Downloads;
import dev.airlock.registry.packages.ConnectorPackage;
import java.util.List;
import java.util.Optional;

/**
 * Archives that are attached to releases. Version 1.2.3 of a connector is the release with the tag {@code v1.2.3}, or
 * {@code sub/path/v1.2.3} if it has a subpath. Its archive is the asset {@code airlock.tar.gz}, or else {@code aileron.tar.gz}.
 */
public final class Releases implements PackageSource {
    /** The URL of GitHub. */
    public static final String GITHUB = "https://github.com";

    /** The URL of GitLab. */
    public static final String GITLAB = "https://gitlab.com";

    private static final List<String> ASSETS = List.of("airlock.tar.gz", "aileron.tar.gz");

    /** Returns the path of a release's asset. */
    @FunctionalInterface
    private interface Layout {
        String path(ConnectorReference wanted, String asset);
    }

    private final Downloads downloads;
    private final Optional<String> base;
    private final Layout layout;

    private Releases(Downloads downloads, Optional<String> base, Layout layout) {
        this.downloads = downloads;
        this.base = base;
        this.layout = layout;
    }

    /**
     * Returns releases at GitHub.
     *
     * @param base {@link #GITHUB}, or the URL that replaces it
     */
    public static Releases github(Downloads downloads, String base) {
        return new Releases(
                downloads,
                Optional.of(base),
                (wanted, asset) -> project(wanted.name()) + "/releases/download/" + escaped(tag(wanted)) + "/" + asset);
    }

    /**
     * Returns releases at GitLab.
     *
     * @param base {@link #GITLAB}, or the URL that replaces it
     */
    public static Releases gitlab(Downloads downloads, String base) {
        return new Releases(
                downloads,
                Optional.of(base),
                (wanted, asset) ->
                        project(wanted.name()) + "/-/releases/" + escaped(tag(wanted)) + "/downloads/" + asset);
    }

    /** Returns files on the web server that is a connector's owner: {@code https://owner/repo/sub/path/v1.2.3/airlock.tar.gz}. */
    public static Releases files(Downloads downloads) {
        return new Releases(
                downloads,
                Optional.empty(),
                (wanted, asset) -> "/" + wanted.name().repo() + "/" + escapedBuild(tag(wanted)) + "/" + asset);
    }

    @Override
    public ConnectorPackage fetch(ConnectorReference wanted) throws SourceException {
        String host = base.orElseGet(() -> "https://" + wanted.name().owner());
        for (String asset : ASSETS) {
            Optional<ConnectorPackage> found = downloads.packageAt(withoutSlash(host) + layout.path(wanted, asset));
            if (found.isPresent()) {
                return found.get();
            }
        }
        throw new SourceException("There is no release " + tag(wanted) + " with " + String.join(" or ", ASSETS) + " at "
                + withoutSlash(host) + project(wanted.name())
                + ". Check the releases there; servers often hide what is not public. Or name the archive"
                + " with --from.");
    }

    private static String project(ConnectorName name) {
        return "/" + name.owner() + "/" + name.repo();
    }

    private static String tag(ConnectorReference wanted) {
        return wanted.name().subpath().map(path -> path + "/").orElse("") + "v" + wanted.version();
    }

    /** Escapes a tag as one segment of a path. Names and versions contain nothing else with a meaning in a URL. */
    private static String escaped(String tag) {
        return escapedBuild(tag).replace("/", "%2F");
    }

    private static String escapedBuild(String tag) {
        return tag.replace("+", "%2B");
    }

    private static String withoutSlash(String url) {
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }
}
