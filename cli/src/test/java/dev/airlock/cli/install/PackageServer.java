package dev.airlock.cli.install;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.airlock.cli.CommandRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

/** A forge, a registry and a web server in one, over real TLS, for a command that trusts its authority. */
public final class PackageServer implements AutoCloseable {
    private final HeldCertificate authority =
            new HeldCertificate.Builder().certificateAuthority(0).build();
    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final HttpsServer server;
    private final CountDownLatch request = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile boolean stalls;
    private volatile boolean hangsUp;
    private volatile String login = "";
    private volatile int cutAfter = Integer.MAX_VALUE;

    public PackageServer() throws IOException {
        HeldCertificate own = new HeldCertificate.Builder()
                .signedBy(authority)
                .addSubjectAlternativeName("localhost")
                .build();
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(
                new HandshakeCertificates.Builder().heldCertificate(own).build().sslContext()));
        server.createContext("/", this::handle);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().toString();
            asked.add(path);
            request.countDown();
            if (stalls) {
                await(end);
            }
            if (!login.isEmpty() && !login.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                exchange.getResponseHeaders().set("WWW-Authenticate", "Negotiate, Basic realm=\"packages\"");
                exchange.sendResponseHeaders(401, -1);
                return;
            }
            if (exchange.getRequestMethod().matches("POST|PUT")) {
                push(exchange, exchange.getRequestURI());
                return;
            }
            byte[] body = files.get(path);
            if (exchange.getRequestMethod().equals("HEAD")) {
                exchange.sendResponseHeaders(body == null ? 404 : 200, -1);
                return;
            }
            if (body == null) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body, 0, Math.min(body.length, cutAfter));
        }
    }

    /** Accepts a push as a registry does. Hangs up before a manifest if set to. */
    private void push(HttpExchange exchange, URI uri) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        String blobs = uri.getPath().replaceFirst("uploads/.*", "");
        if (exchange.getRequestMethod().equals("POST")) {
            exchange.getResponseHeaders().set("Location", blobs + "uploads/1");
            exchange.sendResponseHeaders(202, -1);
        } else if (uri.getPath().contains("/manifests/")) {
            if (hangsUp) {
                return;
            }
            put(uri.getPath(), body);
            exchange.sendResponseHeaders(201, -1);
        } else {
            put(blobs + digest(body), body);
            exchange.sendResponseHeaders(201, -1);
        }
    }

    /** Requires that login from now on. */
    public void requireLogin(String basic) {
        login = basic;
    }

    /** Returns the host and port of its logins. */
    public String host() {
        return "localhost:" + server.getAddress().getPort();
    }

    /** Hangs up on every manifest from now on. */
    public void hangUpOnManifests() {
        hangsUp = true;
    }

    /** Serves a file from now on. */
    public void put(String path, byte[] bytes) {
        files.put(path, bytes);
    }

    /** Serves an archive under a tag of a repository, as a registry does. */
    void putOci(String repository, String tag, byte[] archive) {
        String digest = digest(archive);
        String manifest =
                "{\"schemaVersion\":2,\"mediaType\":\"application/vnd.oci.image.manifest.v1+json\",\"config\":{"
                        + "\"mediaType\":\"application/vnd.oci.empty.v1+json\",\"digest\":\""
                        + digest("{}".getBytes(StandardCharsets.UTF_8)) + "\",\"size\":2},\"layers\":[{\"mediaType\":"
                        + "\"application/vnd.airlock.connector.v1.tar+gzip\",\"digest\":\"" + digest + "\",\"size\":"
                        + archive.length + "}]}";
        put("/v2/" + repository + "/manifests/" + tag, manifest.getBytes(StandardCharsets.UTF_8));
        put("/v2/" + repository + "/blobs/" + digest, archive);
    }

    /** Hangs up after that many bytes of each file from now on. */
    void cutAfter(int bytes) {
        cutAfter = bytes;
    }

    /** Answers nothing from now on. */
    public void stall() {
        stalls = true;
    }

    /** Waits for a request. */
    public void awaitRequest() {
        await(request);
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(5, TimeUnit.MINUTES)) {
                throw new AssertionError("nothing came within a minute");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the requests so far. */
    public List<String> asked() {
        return asked;
    }

    public String url() {
        return "https://localhost:" + server.getAddress().getPort();
    }

    /** Returns a user who trusts the authority and for whom this server replaces the network. */
    public CommandRun trustedBy(CommandRun user, Path folder) throws IOException {
        Path ca = Files.writeString(folder.resolve("ca.pem"), authority.certificatePem());
        return user.environment("AIRLOCK_CA_FILE", ca.toString())
                .environment("AIRLOCK_GITHUB_URL", url())
                .environment("AIRLOCK_GITLAB_URL", url())
                .environment("AIRLOCK_OCI_URL", url());
    }

    @Override
    public void close() {
        end.countDown();
        server.stop(0);
    }

    static String digest(byte[] bytes) {
        try {
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
