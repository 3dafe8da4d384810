package dev.airlock.registry.oci;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;

/** A publisher's tool: pushes blobs and a manifest, by the distribution specification ("Push"). */
public final class RegistryPush {
    private static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";

    private final HttpClient client;
    private final URI registry;
    private final Optional<String> authorization;

    /** @param authorization the value of the Authorization header */
    public RegistryPush(URI registry, SSLContext tls, Optional<String> authorization) {
        this.client = HttpClient.newBuilder()
                .sslContext(tls)
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        this.registry = registry;
        this.authorization = authorization;
    }

    /** Pushes an archive as a connector; returns the manifest's digest. */
    public String connector(String repository, String tag, byte[] archive) {
        return manifest(repository, tag, layer(archive, OciManifest.ARCHIVE, ""), archive);
    }

    /** Pushes an archive without a media type, like `oras push … airlock.tar.gz`. */
    String titled(String repository, String tag, byte[] archive) {
        String annotations = ",\"annotations\":{\"org.opencontainers.image.title\":\"airlock.tar.gz\"}";
        return manifest(
                repository, tag, layer(archive, "application/vnd.oci.image.layer.v1.tar+gzip", annotations), archive);
    }

    /** Pushes a layer whose type and title are not a connector's. */
    String image(String repository, String tag, byte[] layer) {
        return manifest(repository, tag, layer(layer, "application/vnd.oci.image.layer.v1.tar+gzip", ""), layer);
    }

    /** Sets a tag to an index of pushed manifests. */
    void index(String repository, String tag, List<String> digests) {
        String type = "application/vnd.oci.image.index.v1+json";
        String entries = digests.stream()
                .map(digest -> "{\"mediaType\":\"" + MANIFEST + "\",\"digest\":\"" + digest + "\",\"size\":"
                        + size(repository, digest) + "}")
                .collect(Collectors.joining(","));
        byte[] index = ("{\"schemaVersion\":2,\"mediaType\":\"" + type + "\",\"manifests\":[" + entries + "]}")
                .getBytes(StandardCharsets.UTF_8);
        HttpResponse<String> answer =
                send("PUT", registry.resolve("/v2/" + repository + "/manifests/" + tag), type, index);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    }

    private int size(String repository, String digest) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        registry.resolve("/v2/" + repository + "/manifests/" + digest))
                .header("Accept", MANIFEST);
        HttpResponse<String> answer = send(request);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body().getBytes(StandardCharsets.UTF_8).length;
    }

    private String manifest(String repository, String tag, String layer, byte[] blob) {
        byte[] config = "{}".getBytes(StandardCharsets.UTF_8);
        blob(repository, config);
        blob(repository, blob);
        byte[] manifest = ("{\"schemaVersion\":2,\"mediaType\":\"" + MANIFEST + "\",\"artifactType\":\""
                        + OciManifest.ARCHIVE
                        + "\",\"config\":{\"mediaType\":\"application/vnd.oci.empty.v1+json\",\"digest\":\""
                        + OciDigest.of(config) + "\",\"size\":2},\"layers\":[" + layer + "]}")
                .getBytes(StandardCharsets.UTF_8);
        HttpResponse<String> answer =
                send("PUT", registry.resolve("/v2/" + repository + "/manifests/" + tag), MANIFEST, manifest);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return OciDigest.of(manifest);
    }

    private static String layer(byte[] bytes, String type, String annotations) {
        return "{\"mediaType\":\"" + type + "\",\"digest\":\"" + OciDigest.of(bytes) + "\",\"size\":" + bytes.length
                + annotations + "}";
    }

    private void blob(String repository, byte[] bytes) {
        HttpResponse<String> begun = send(
                "POST",
                registry.resolve("/v2/" + repository + "/blobs/uploads/"),
                "application/octet-stream",
                new byte[0]);
        assertThat(begun.statusCode()).as(begun.body()).isEqualTo(202);
        URI place = registry.resolve(begun.headers().firstValue("Location").orElseThrow());
        // a registry may use another name for itself than the request did
        String query = place.getRawQuery() == null ? "" : place.getRawQuery() + "&";
        URI upload = registry.resolve(place.getRawPath() + "?" + query + "digest=" + OciDigest.of(bytes));
        HttpResponse<String> done = send("PUT", upload, "application/octet-stream", bytes);
        assertThat(done.statusCode()).as(done.body()).isEqualTo(201);
    }

    private HttpResponse<String> send(String method, URI uri, String type, byte[] body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .header("Content-Type", type)
                .method(method, HttpRequest.BodyPublishers.ofByteArray(body));
        return send(request);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        authorization.ifPresent(who -> request.header("Authorization", who));
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
