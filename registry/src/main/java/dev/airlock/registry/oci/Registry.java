package dev.airlock.registry.oci;

import dev.airlock.registry.install.SourceException;
import dev.airlock.registry.install.WrongBytesException;
import dev.airlock.registry.net.DownloadRequest;
import dev.airlock.registry.net.Downloads;
import dev.airlock.registry.net.Status;
import dev.airlock.sandbox.host.net.message.HttpResult;
import dev.airlock.sandbox.url.TargetUrl;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One repository of a registry, for reading (OCI distribution specification 1.1, "Pull"). Content is checked against the requested digest,
 * or the one that the registry declares. Credentials are sent only to the registry.
 */
final class Registry {
    static final String DIGEST_HEADER = "Docker-Content-Digest";
    /** The maximum number of manifests to read in an index that does not say which one is a connector. */
    private static final int MOST_LOOKED_INTO = 10;

    private final Downloads downloads;
    private final OciReference place;
    private final String url;
    private final RegistryAccess access;

    Registry(Downloads downloads, OciReference place, String url, RegistryAccess access) {
        this.downloads = downloads;
        this.place = place;
        this.url = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        this.access = access;
    }

    /**
     * A manifest as it was received.
     *
     * @param type the registry's media type for it
     * @param digest the digest of its bytes
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Manifest(byte[] bytes, String type, String digest) {
        /**
         * Reads the manifest.
         *
         * @throws SourceException if it is not a supported manifest
         */
        OciManifest read() throws SourceException {
            return OciManifest.read(bytes, type);
        }
    }

    /** Returns the layer that the manifest declares as the archive. If a digest was requested, the manifest has that digest. */
    OciManifest.Layer archive() throws SourceException {
        OciManifest read = find().orElseThrow(this::absent).read();
        return (read instanceof OciManifest.Index index ? only(index) : (OciManifest.Image) read).archive();
    }

    /** Returns the manifest of the tag or digest; empty if there is none. */
    Optional<Manifest> find() throws SourceException {
        return manifest(place.tagOrDigest(), "The manifest of " + place);
    }

    /** Returns the only manifest of an index that is a connector, or its only manifest. */
    private OciManifest.Image only(OciManifest.Index index) throws SourceException {
        List<OciManifest.Entry> candidates = index.candidates();
        if (candidates.size() == 1) {
            return image(candidates.get(0));
        }
        if (candidates.size() > MOST_LOOKED_INTO) {
            throw index.unclear(place, List.of());
        }
        Map<OciManifest.Entry, OciManifest.Image> connectors = new LinkedHashMap<>();
        for (OciManifest.Entry candidate : candidates) {
            Optional<OciManifest.Image> image = candidate.isImage() ? Optional.of(image(candidate)) : Optional.empty();
            image.filter(OciManifest.Image::isConnector).ifPresent(found -> connectors.put(candidate, found));
        }
        if (connectors.size() != 1) {
            throw index.unclear(place, List.copyOf(connectors.keySet()));
        }
        return connectors.values().iterator().next();
    }

    private OciManifest.Image image(OciManifest.Entry entry) throws SourceException {
        String what = "The manifest that the index of " + place + " names";
        Manifest found = manifest(entry.digest(), what).orElseThrow(this::absent);
        if (found.bytes().length != entry.size()) {
            throw new WrongBytesException(what, entry.size() + " bytes", found.bytes().length + " bytes");
        }
        if (found.read() instanceof OciManifest.Image image) {
            return image;
        }
        throw new SourceException(
                what + " is another index, which Airlock does not follow. Name one of its manifests by its"
                        + " digest, with --from " + place.withDigest("sha256:…") + ".");
    }

    private Optional<Manifest> manifest(String reference, String what) throws SourceException {
        Optional<HttpResult.Response> answer = get("/manifests/" + reference, OciManifest.ACCEPT, OciManifest.LARGEST);
        if (answer.isEmpty()) {
            return Optional.empty();
        }
        boolean isDigest = OciDigest.isDigest(reference);
        String actual = OciDigest.of(answer.get().body());
        String expected = isDigest ? reference : answer.get().header(DIGEST_HEADER);
        if (!expected.equals(actual) && OciDigest.isDigest(expected)) {
            throw new WrongBytesException(what, expected, actual);
        }
        return Optional.of(new Manifest(answer.get().body(), answer.get().header("Content-Type"), actual));
    }

    /** Returns the bytes of a layer, checked against its digest and size. */
    byte[] blob(OciManifest.Layer layer) throws SourceException {
        // one more byte than expected shows that it is longer
        HttpResult.Response answer = get("/blobs/" + layer.digest(), "application/octet-stream, */*", layer.size() + 1)
                .orElseThrow(this::absent);
        if (answer.body().length != layer.size()) {
            throw new WrongBytesException(
                    "The layer of " + place, layer.size() + " bytes", answer.body().length + " bytes");
        }
        String actual = OciDigest.of(answer.body());
        if (!actual.equals(layer.digest())) {
            throw new WrongBytesException("The layer of " + place, layer.digest(), actual);
        }
        return answer.body();
    }

    /** Returns the URL of a path in the repository. */
    TargetUrl at(String path) throws SourceException {
        return DownloadRequest.https(url + "/v2/" + place.repository() + path);
    }

    private Optional<HttpResult.Response> get(String path, String accept, long most) throws SourceException {
        TargetUrl target = at(path);
        HttpResult.Response answer = access.read(who -> downloads.get(new DownloadRequest(target, accept, who, most)));
        if (answer.status() == Status.ABSENT) {
            return Optional.empty();
        }
        if (answer.status() != Status.OK) {
            throw Downloads.refused(DownloadRequest.at(target, most), answer);
        }
        return Optional.of(answer);
    }

    private SourceException absent() {
        return new SourceException("The registry has no " + place
                + ". Check its tags; some registries show them only after a login."
                + access.loginProblem());
    }
}
