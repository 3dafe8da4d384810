package dev.airlock.runtime.install.oci;

import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.runtime.install.SourceException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a manifest lies in a registry.
 *
 * @param registry its host, perhaps with a port
 * @param repository the name under which it keeps it
 * @param tagOrDigest which manifest of that name
 */
record OciReference(String registry, String repository, String tagOrDigest) {
    /** The shapes of names, tags and digests in the OCI distribution specification 1.1, "Pulling manifests". */
    private static final String NAME =
            "[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*(?:/[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*)*";

    private static final String TAG = "[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}";
    private static final Pattern WRITTEN = Pattern.compile("(?i:oci)://([a-zA-Z0-9.-]+(?::[0-9]{1,5})?)/(" + NAME
            + ")(?::(" + TAG + "))?(?:@(" + OciDigest.SHAPE + "))?");
    private static final int LONGEST = 255;
    private static final String DOCKER_HUB = "docker.io";

    /**
     * A place as somebody wrote it, {@code oci://host[:port]/name[:tag][@digest]}. Without either, it is the tag of the version.
     *
     * @throws SourceException if it is none
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
     * Where a connector of the scheme {@code oci} lies: its owner is the registry, its version the tag.
     *
     * @throws SourceException if its name is not one that a registry has
     */
    static OciReference of(ConnectorReference wanted) throws SourceException {
        return parse(wanted.name().toString(), wanted);
    }

    /** A tag has no plus sign; a version's build metadata is set off by an underscore there, as Helm does it. */
    private static String tag(ConnectorReference wanted) {
        return wanted.version().text().replace('+', '_');
    }

    /** Where the registry answers. */
    String url() {
        return "https://" + (registry.equals(DOCKER_HUB) ? "registry-1.docker.io" : registry);
    }

    /** The host that a login is for. */
    String loginKey() {
        return registry.toLowerCase(Locale.ROOT);
    }

    /** The same place, of which a digest says which manifest. */
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
