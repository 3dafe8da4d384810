package dev.airlock.registry.oci;

import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.registry.install.SourceException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The place of a manifest in a registry.
 *
 * @param registry its host, optionally with a port
 * @param repository the name of the repository
 * @param tagOrDigest the tag or digest in that repository
 */
record OciReference(String registry, String repository, String tagOrDigest) {
    /** The syntax of names, tags and digests in the OCI distribution specification 1.1, "Pulling manifests". */
    private static final String NAME =
            "[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*(?:/[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*)*";

    private static final String TAG = "[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}";
    private static final Pattern WRITTEN = Pattern.compile("(?i:oci)://([a-zA-Z0-9.-]+(?::[0-9]{1,5})?)/(" + NAME
            + ")(?::(" + TAG + "))?(?:@(" + OciDigest.SHAPE + "))?");
    private static final int LONGEST = 255;
    private static final String DOCKER_HUB = "docker.io";

    /**
     * Parses a place that a person wrote, {@code oci://host[:port]/name[:tag][@digest]}; by default, the tag of the version.
     *
     * @throws SourceException if it is invalid
     */
    static OciReference parse(String written, ConnectorReference wanted) throws SourceException {
        Matcher parts = WRITTEN.matcher(written);
        if (written.length() > LONGEST || !parts.matches()) {
            throw new SourceException(
                    "A place in a registry is oci://host[:port]/name[:tag][@sha256:…], the name in lower case.");
        }
        String which = parts.group(4) != null ? parts.group(4) : parts.group(3);
        return new OciReference(parts.group(1), parts.group(2), which == null ? tag(wanted) : which);
    }

    /**
     * Returns the place of a connector of the scheme {@code oci}: its owner is the registry, its version the tag.
     *
     * @throws SourceException if its name is not valid in a registry
     */
    static OciReference of(ConnectorReference wanted) throws SourceException {
        return parse(wanted.name().toString(), wanted);
    }

    /** Returns the tag of a version. A tag cannot contain a plus sign, so an underscore precedes the build metadata, as in Helm. */
    private static String tag(ConnectorReference wanted) {
        return wanted.version().text().replace('+', '_');
    }

    /** Returns the URL of the registry. */
    String url() {
        return "https://" + (registry.equals(DOCKER_HUB) ? "registry-1.docker.io" : registry);
    }

    /** Returns the host for a login. */
    String loginKey() {
        return registry.toLowerCase(Locale.ROOT);
    }

    /** Returns the place of the same repository with a digest. */
    OciReference withDigest(String digest) {
        return new OciReference(registry, repository, digest);
    }

    boolean isDigest() {
        return OciDigest.isDigest(tagOrDigest);
    }

    @Override
    public String toString() {
        return "oci://" + registry + "/" + repository + (tagOrDigest.contains(":") ? "@" : ":") + tagOrDigest;
    }
}
