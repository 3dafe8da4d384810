package dev.airlock.registry.oci;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.registry.install.SourceException;
import dev.airlock.registry.oci.OciManifest.Entry;
import dev.airlock.registry.oci.OciManifest.Layer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Determines the kind of a manifest from its bytes. Refuses an ambiguous one. */
final class ManifestReading {
    static final Set<String> IMAGES = Set.of(OciManifest.IMAGE, "application/vnd.docker.distribution.manifest.v2+json");
    private static final String INDEX = "application/vnd.oci.image.index.v1+json";
    private static final Set<String> INDEXES =
            Set.of(INDEX, "application/vnd.docker.distribution.manifest.list.v2+json");
    private static final String VENDORS = "application/vnd.";
    private static final String ATTESTATION = "vnd.docker.reference.type";

    private ManifestReading() {}

    static OciManifest read(byte[] manifest, String contentType) throws SourceException {
        JsonNode root = json(manifest);
        String type = type(root, contentType);
        boolean isVersion2 = root.path("schemaVersion").asInt() == 2;
        if (isVersion2 && IMAGES.contains(type) && root.path("layers").isArray() && !root.has("manifests")) {
            return new OciManifest.Image(list(root.path("layers")));
        }
        if (isVersion2 && INDEXES.contains(type) && root.path("manifests").isArray() && !isImageToo(root)) {
            return index(root.path("manifests"));
        }
        throw new SourceException(
                "The registry's entry is not an image manifest of one connector, but " + ForeignText.clean(type) + ".");
    }

    private static boolean isImageToo(JsonNode root) {
        return root.has("layers") || root.has("config");
    }

    private static String type(JsonNode root, String contentType) throws SourceException {
        String header = contentType.replaceFirst("\\s*;.*$", "").strip().toLowerCase(Locale.ROOT);
        boolean isTold = header.startsWith(VENDORS);
        String type =
                root.path("mediaType").asText(isTold ? header : root.has("manifests") ? INDEX : OciManifest.IMAGE);
        if (isTold && !type.equals(header)) {
            throw new SourceException("The registry's entry declares the type " + ForeignText.clean(type)
                    + ", but the registry serves it as " + ForeignText.clean(header)
                    + ": it could be read as either. Do not use it; ask the registry's operator.");
        }
        return type;
    }

    private static OciManifest.Index index(JsonNode manifests) throws SourceException {
        List<Entry> entries = new ArrayList<>();
        for (JsonNode node : manifests) {
            if (!node.path("annotations").has(ATTESTATION)) {
                Layer described = descriptor(node);
                entries.add(new Entry(
                        described.digest(),
                        described.size(),
                        node.path("mediaType").asText(),
                        kind(node)));
            }
        }
        return new OciManifest.Index(entries);
    }

    private static String kind(JsonNode node) {
        JsonNode platform = node.path("platform");
        String image = platform.has("os")
                ? platform.path("os").asText() + "/"
                        + platform.path("architecture").asText()
                : node.path("mediaType").asText();
        return node.path("artifactType").asText(image);
    }

    /** Returns the digest and size of an item that a manifest names. */
    static Layer descriptor(JsonNode node) throws SourceException {
        String digest = node.path("digest").asText();
        JsonNode size = node.path("size");
        if (!OciDigest.isDigest(digest) || !size.isIntegralNumber() || !size.canConvertToLong() || size.asLong() < 0) {
            throw new SourceException("The manifest has an entry without a SHA-256 digest and a size.");
        }
        return new Layer(digest, size.asLong());
    }

    private static List<JsonNode> list(JsonNode array) {
        List<JsonNode> list = new ArrayList<>();
        array.forEach(list::add);
        return list;
    }

    private static JsonNode json(byte[] manifest) throws SourceException {
        try {
            return StrictJson.read(manifest);
        } catch (MalformedJsonException e) {
            throw new SourceException("The manifest that the registry gives is not JSON.");
        }
    }
}
