package dev.airlock.registry.oci;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.registry.install.SourceException;
import dev.airlock.registry.packages.PackageArchive;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The content of a tag or a digest in a registry (OCI image specification 1.1), as far as packages need it. */
sealed interface OciManifest {
    /** The media type of the layer with the archive, and of the artifact. */
    String ARCHIVE = "application/vnd.airlock.connector.v1.tar+gzip";

    /** The media type of an image manifest. */
    String IMAGE = "application/vnd.oci.image.manifest.v1+json";

    /** The size that every registry has to accept, and the maximum that is read. */
    int LARGEST = 4 << 20;

    /** The supported media types. */
    String ACCEPT = IMAGE
            + ", application/vnd.docker.distribution.manifest.v2+json, application/vnd.oci.image.index.v1+json,"
            + " application/vnd.docker.distribution.manifest.list.v2+json";

    /**
     * Reads a manifest from a registry.
     *
     * @param contentType the registry's media type for it. It may be meaningless, but must not contradict the manifest's own (image
     *     specification 1.1, "mediaType")
     * @throws SourceException if it is not a manifest, or is ambiguous
     */
    static OciManifest read(byte[] manifest, String contentType) throws SourceException {
        return ManifestReading.read(manifest, contentType);
    }

    /** Returns the empty object, which takes the place of an image's configuration. */
    static byte[] emptyConfig() {
        return "{}".getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the manifest of one archive; the same archive gives the same bytes. */
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
     * @param digest its digest, of SHA-256
     * @param size its size in bytes
     */
    record Layer(String digest, long size) {}

    /**
     * An entry of an index.
     *
     * @param digest its digest, of SHA-256
     * @param size its size in bytes
     * @param type its media type, according to the index
     * @param kind the type of the artifact, or else the platform of the image
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
     * @param layers the layers, as in the manifest
     */
    record Image(List<JsonNode> layers) implements OciManifest {
        private static final Set<String> TITLES = Set.of("airlock.tar.gz", "aileron.tar.gz");
        private static final String TITLE = "org.opencontainers.image.title";

        /** Returns whether exactly one layer is an archive. */
        boolean isConnector() {
            return archives().size() == 1;
        }

        /**
         * Returns the layer with the package's archive: the only one of its media type, or else the only one with its title.
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
     * @param entries all entries except attestations, which describe the others
     */
    record Index(List<Entry> entries) implements OciManifest {
        private static final int MOST_SHOWN = 10;

        /** Returns the candidates for the connector: the entries that the index declares as connectors, or else all. */
        List<Entry> candidates() {
            List<Entry> called = entries.stream().filter(Entry::isConnector).toList();
            return called.isEmpty() ? entries : called;
        }

        /**
         * Returns the exception that none or several of them are connectors.
         *
         * @param connectors the entries that are connectors
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
