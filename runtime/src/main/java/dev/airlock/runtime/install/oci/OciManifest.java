package dev.airlock.runtime.install.oci;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.ForeignText;
import dev.airlock.failures.json.StrictJson;
import dev.airlock.runtime.install.SourceException;
import dev.airlock.runtime.packages.PackageArchive;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What a registry keeps under a tag or a digest (OCI image specification 1.1), as far as a package needs it. */
sealed interface OciManifest {
    /** The media type of the layer that is an archive, and of the artifact. */
    String ARCHIVE = "application/vnd.airlock.connector.v1.tar+gzip";

    /** The media type of an image manifest. */
    String IMAGE = "application/vnd.oci.image.manifest.v1+json";

    /** The largest that a registry has to take, and all that is read of one. */
    int LARGEST = 4 << 20;

    /** The media types that are understood. */
    String ACCEPT = IMAGE
            + ", application/vnd.docker.distribution.manifest.v2+json, application/vnd.oci.image.index.v1+json,"
            + " application/vnd.docker.distribution.manifest.list.v2+json";

    /**
     * A manifest as a registry gives it.
     *
     * @param contentType what the registry calls it; it may say nothing of use, but not something else than the manifest itself does
     *     (image specification 1.1, "mediaType")
     * @throws SourceException if it is none, or could be read as two things
     */
    static OciManifest read(byte[] manifest, String contentType) throws SourceException {
        return ManifestReading.read(manifest, contentType);
    }

    /** The empty object, which stands where an image would have its configuration. */
    static byte[] emptyConfig() {
        return "{}".getBytes(StandardCharsets.UTF_8);
    }

    /** The manifest of one archive: the same bytes for the same archive. */
    static byte[] of(byte[] archive) {
        ObjectNode manifest = JsonNodeFactory.instance
                .objectNode()
                .put("schemaVersion", 2)
                .put("mediaType", IMAGE)
                .put("artifactType", ARCHIVE);
        describe(manifest.putObject("config"), "application/vnd.oci.empty.v1+json", emptyConfig());
        ObjectNode layer = manifest.putArray("layers").addObject();
        describe(layer, ARCHIVE, archive);
        layer.putObject("annotations").put(Image.TITLE, "airlock.tar.gz");
        return StrictJson.write(manifest).getBytes(StandardCharsets.UTF_8);
    }

    private static void describe(ObjectNode descriptor, String type, byte[] bytes) {
        descriptor.put("mediaType", type).put("digest", OciDigest.of(bytes)).put("size", bytes.length);
    }

    /**
     * A layer.
     *
     * @param digest of SHA-256
     * @param size in bytes
     */
    record Layer(String digest, long size) {}

    /**
     * What an index names.
     *
     * @param digest of SHA-256
     * @param size in bytes
     * @param type its media type, by what the index says
     * @param kind what it is: the type of the artifact, or else the platform of the image
     */
    record Entry(String digest, long size, String type, String kind) {
        boolean isConnector() {
            return kind.equals(ARCHIVE);
        }

        boolean isImage() {
            return ManifestReading.IMAGES.contains(type);
        }
    }

    /**
     * One image or artifact.
     *
     * @param layers as the manifest describes them
     */
    record Image(List<JsonNode> layers) implements OciManifest {
        private static final Set<String> TITLES = Set.of("airlock.tar.gz", "aileron.tar.gz");
        private static final String TITLE = "org.opencontainers.image.title";

        /** Whether there is exactly one layer that is an archive. */
        boolean isConnector() {
            return archives().size() == 1;
        }

        /**
         * The layer that is a package's archive: the only one of its media type, else the only one with its title.
         *
         * @throws SourceException if there is no such layer, or more than one
         */
        Layer archive() throws SourceException {
            List<JsonNode> archives = archives();
            if (archives.size() != 1) {
                throw new SourceException("The manifest has " + archives.size()
                        + " layers that are a connector's archive" + " (of the type " + ARCHIVE + ", or called "
                        + String.join(" or ", TITLES) + "), but needs exactly one.");
            }
            Layer layer = ManifestReading.descriptor(archives.get(0));
            if (layer.size() > PackageArchive.MAX_BYTES) {
                throw new SourceException("By its manifest, the archive is larger than a package may be.");
            }
            return layer;
        }

        private List<JsonNode> archives() {
            List<JsonNode> typed = new ArrayList<>();
            List<JsonNode> titled = new ArrayList<>();
            for (JsonNode layer : layers) {
                (layer.path("mediaType").asText().equals(ARCHIVE) ? typed : titled).add(layer);
            }
            titled.removeIf(layer ->
                    !TITLES.contains(layer.path("annotations").path(TITLE).asText()));
            return typed.isEmpty() ? titled : typed;
        }
    }

    /**
     * Several manifests under one name.
     *
     * @param entries all that it names but attestations, which are about the others
     */
    record Index(List<Entry> entries) implements OciManifest {
        private static final int MOST_SHOWN = 10;

        /** Those of which one has to be the connector: those that the index calls so, or else all. */
        List<Entry> candidates() {
            List<Entry> called = entries.stream().filter(Entry::isConnector).toList();
            return called.isEmpty() ? entries : called;
        }

        /**
         * Says that none or several of them are connectors.
         *
         * @param connectors those that are
         */
        SourceException unclear(OciReference place, List<Entry> connectors) {
            String which = connectors.isEmpty()
                    ? "none of which is marked as a connector"
                    : connectors.size() + " of which are connectors";
            List<Entry> named = connectors.isEmpty() ? entries : connectors;
            return new SourceException(place + " is an index of " + entries.size() + " manifests, " + which
                    + (named.isEmpty() ? "" : ": " + shown(named))
                    + ". Name one by its digest, with --from " + place.withDigest("sha256:…") + ".");
        }

        private static String shown(List<Entry> several) {
            return several.stream()
                            .limit(MOST_SHOWN)
                            .map(entry -> entry.digest() + " (" + ForeignText.clean(entry.kind(), 80) + ")")
                            .collect(Collectors.joining(", "))
                    + (several.size() > MOST_SHOWN ? " and " + (several.size() - MOST_SHOWN) + " more" : "");
        }
    }
}
