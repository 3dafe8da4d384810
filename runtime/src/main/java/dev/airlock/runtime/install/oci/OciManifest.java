package dev.airlock.runtime.install.oci;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.failures.ForeignText;
import dev.airlock.failures.json.MalformedJsonException;
import dev.airlock.failures.json.StrictJson;
import dev.airlock.runtime.install.SourceException;
import dev.airlock.runtime.packages.PackageArchive;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** An image manifest (OCI image specification 1.1), as far as a package needs it: the one layer that is its archive. */
final class OciManifest {
    /** The media type of the layer that is an archive, and of the artifact. */
    static final String ARCHIVE = "application/vnd.airlock.connector.v1.tar+gzip";

    static final String ACCEPT =
            "application/vnd.oci.image.manifest.v1+json, application/vnd.docker.distribution.manifest.v2+json";
    /** The largest that a registry has to take, and all that is read of one. */
    static final int LARGEST = 4 << 20;

    private static final String IMAGE = "application/vnd.oci.image.manifest.v1+json";
    private static final Set<String> TYPES = Set.of(ACCEPT.split(", "));
    private static final Set<String> TITLES = Set.of("airlock.tar.gz", "aileron.tar.gz");
    private static final String TITLE = "org.opencontainers.image.title";

    private OciManifest() {}

    /**
     * A layer.
     *
     * @param digest of SHA-256
     * @param size in bytes
     */
    record Layer(String digest, long size) {}

    /**
     * The layer of a manifest that is a package's archive: the only one of its media type, else the only one with its title.
     *
     * @param contentType what the registry calls it; it may say nothing of use, but not something else than the manifest itself does
     *     (image specification 1.1, "mediaType")
     * @throws SourceException if there is no such layer, or more than one, or the manifest is none
     */
    static Layer archive(byte[] manifest, String contentType) throws SourceException {
        JsonNode root = read(manifest);
        String header = contentType.replaceFirst("\\s*;.*$", "").strip().toLowerCase(Locale.ROOT);
        String told = header.startsWith("application/vnd.") ? header : IMAGE;
        String type = root.path("mediaType").asText(told);
        if (header.startsWith("application/vnd.") && !type.equals(header)) {
            throw new SourceException("What the registry has there calls itself " + ForeignText.clean(type)
                    + ", and the registry calls it " + ForeignText.clean(header)
                    + ": it could be read as two things. Do not use it; ask whoever runs the registry.");
        }
        if (root.path("schemaVersion").asInt() != 2
                || !TYPES.contains(type)
                || root.has("manifests") // an index too: it could be read as two things
                || !root.path("layers").isArray()) {
            throw new SourceException("What the registry has there is not an image manifest of one connector, but "
                    + ForeignText.clean(type) + ".");
        }
        List<JsonNode> typed = new ArrayList<>();
        List<JsonNode> titled = new ArrayList<>();
        for (JsonNode layer : root.path("layers")) {
            (layer.path("mediaType").asText().equals(ARCHIVE) ? typed : titled).add(layer);
        }
        titled.removeIf(
                layer -> !TITLES.contains(layer.path("annotations").path(TITLE).asText()));
        List<JsonNode> archives = typed.isEmpty() ? titled : typed;
        if (archives.size() != 1) {
            throw new SourceException("The manifest has " + archives.size()
                    + " layers that are an archive of a connector" + " (of the type " + ARCHIVE + ", or called "
                    + String.join(" or ", TITLES) + "), and one is needed.");
        }
        return layer(archives.get(0));
    }

    private static Layer layer(JsonNode node) throws SourceException {
        String digest = node.path("digest").asText();
        JsonNode size = node.path("size");
        if (!OciDigest.isDigest(digest) || !size.isIntegralNumber() || !size.canConvertToLong() || size.asLong() < 0) {
            throw new SourceException("The manifest describes its layer by no digest of SHA-256 and size.");
        }
        if (size.asLong() > PackageArchive.MAX_BYTES) {
            throw new SourceException("The archive is larger than a package may be, by what its manifest says.");
        }
        return new Layer(digest, size.asLong());
    }

    private static JsonNode read(byte[] manifest) throws SourceException {
        try {
            return StrictJson.read(manifest);
        } catch (MalformedJsonException e) {
            throw new SourceException("The manifest that the registry gives is not JSON.");
        }
    }
}
