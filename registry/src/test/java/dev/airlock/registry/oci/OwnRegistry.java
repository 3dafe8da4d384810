package dev.airlock.registry.oci;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.airlock.registry.net.TestServer;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A registry that stores pushes by the OCI distribution specification 1.1: pull and push, and tokens as in the distribution project. It
 * does only what the specification requires, and lies on request.
 */
public final class OwnRegistry implements AutoCloseable {
    /** The lies about its content. */
    public enum Lie {
        /** None. */
        NONE,
        /** The header names another digest than the manifest's. */
        MANIFEST_HEADER,
        /** The manifest does not have the requested digest. */
        MANIFEST,
        /** One byte of the layer differs. */
        LAYER_BYTE,
        /** The layer is shorter. */
        LAYER_SHORTER,
        /** The layer is longer. */
        LAYER_LONGER,
        /** The layer is announced whole and breaks off each time. */
        LAYER_CUT,
        /** The layer is missing. */
        LAYER_ABSENT,
        /** The layer is described as larger than the maximum. */
        SIZE_HUGE
    }

    static final String TOKEN = "token-of-the-test";
    private static final Pattern PATH =
            Pattern.compile("/v2/([a-z0-9/._-]+)/(manifests|blobs)/([A-Za-z0-9:._-]+|uploads/[0-9a-f-]*)");

    private final Map<String, byte[]> content = new ConcurrentHashMap<>();
    private final List<String> tokensAsked = new CopyOnWriteArrayList<>();
    private final List<String> authorizations = new CopyOnWriteArrayList<>();
    private final TestServer server = TestServer.start(this::handle);
    private final String challenge;
    private final boolean givesToAll;
    private volatile Lie lie = Lie.NONE;
    private volatile boolean elsewhere;
    private volatile Optional<String> challengeElsewhere = Optional.empty();
    private volatile Optional<String> manifestType = Optional.empty();
    private volatile String besides = "";
    private final AtomicInteger tokens = new AtomicInteger();
    private volatile String uploads = "/v2/%s/blobs/uploads/%s";
    private volatile String lost = "nothing";
    private final Map<String, String> types = new ConcurrentHashMap<>();
    private final List<Odd> odd = new CopyOnWriteArrayList<>();

    /** A special answer to some requests. */
    private static final class Odd {
        private final String request;
        private final HttpHandler handler;
        private int left;

        private Odd(String request, int left, HttpHandler handler) {
            this.request = request;
            this.left = left;
            this.handler = handler;
        }

        private synchronized boolean isFor(String line) {
            return line.startsWith(request) && left-- > 0;
        }
    }

    private OwnRegistry(String challenge, boolean givesToAll) {
        this.challenge = challenge;
        this.givesToAll = givesToAll;
    }

    /** Returns a registry without authentication. */
    static OwnRegistry open() {
        return new OwnRegistry("", true);
    }

    /** Returns a registry that serves every client with a token. */
    public static OwnRegistry withTokens() {
        return new OwnRegistry(
                "Bearer realm=\"https://registry.example.com/token\",service=\"the registry\",scope=\"registry:catalog:*\"",
                false);
    }

    /** Returns a registry with other challenges for unauthorized clients, one header per line. */
    static OwnRegistry challenging(String challenges) {
        return new OwnRegistry(challenges, false);
    }

    /** Makes it lie from now on. */
    public void lie(Lie how) {
        lie = how;
    }

    /** Moves blobs to another host, to which it redirects. */
    void keepBlobsElsewhere() {
        elsewhere = true;
    }

    /** Makes that other host require authentication, with a challenge that names its token service. */
    void askElsewhere(String theirChallenge) {
        elsewhere = true;
        challengeElsewhere = Optional.of(theirChallenge);
    }

    /** Gives manifests another media type in the header, and additional members. */
    void describeManifests(String type, String more) {
        manifestType = Optional.of(type);
        besides = more;
    }

    /** Rejects all tokens that were issued, and issues others. */
    void expireTokens() {
        tokens.incrementAndGet();
    }

    /**
     * Sends uploads to another place.
     *
     * @param location with {@code %s} for the repository and the upload
     */
    void takeUploadsAt(String location) {
        uploads = location;
    }

    /** Gives the next requests with a prefix a special answer. */
    void answer(String request, int times, HttpHandler handler) {
        odd.add(new Odd(request, times, handler));
    }

    /** Answers the next requests with a prefix with only a status. */
    void answer(String request, int times, int status) {
        answer(request, times, exchange -> {
            exchange.getRequestBody().readAllBytes();
            error(exchange, status, "ODD");
        });
    }

    /** Carries out requests with a prefix, and hangs up instead of answering. */
    void loseAnswersTo(String request) {
        lost = request;
    }

    /** Stores other bytes under a tag, bypassing authentication. */
    void tag(String repository, String tag, byte[] manifest) {
        content.put(repository + "/manifests/" + tag, manifest);
        content.put(repository + "/manifests/" + OciDigest.of(manifest), manifest);
    }

    /** Gives the manifest with a digest another media type in the header. */
    void describe(String digest, String type) {
        types.put(digest, type);
    }

    /** Returns the length of a manifest. */
    int size(String repository, String digest) {
        return content.getOrDefault(repository + "/manifests/" + digest, new byte[0]).length;
    }

    /** Returns the digest that a tag names; empty if there is none. */
    Optional<String> tagged(String repository, String tag) {
        return Optional.ofNullable(content.get(repository + "/manifests/" + tag))
                .map(OciDigest::of);
    }

    private String token() {
        return tokens.get() == 0 ? TOKEN : TOKEN + "-" + tokens;
    }

    /** Returns the query and authorization of each token request. */
    List<String> tokensAsked() {
        return tokensAsked;
    }

    /** Returns host and authorization of each request for content. */
    List<String> authorizations() {
        return authorizations;
    }

    /** Returns its server. */
    public TestServer server() {
        return server;
    }

    /** Returns a client that pushes to it. */
    public RegistryPush push() {
        return new RegistryPush(
                URI.create("https://localhost:" + server.port()),
                server.clientContext(),
                Optional.of("Bearer " + TOKEN));
    }

    @Override
    public void close() {
        server.close();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String host = exchange.getRequestHeaders().getFirst("Host");
        String authorization = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        if (path.equals("/token")) {
            tokensAsked.add(exchange.getRequestURI().getQuery() + " " + authorization);
            json(exchange, 200, "{\"token\":\"" + token() + "\",\"expires_in\":60}");
            return;
        }
        authorizations.add(host + " " + authorization);
        String line = exchange.getRequestMethod() + " " + path;
        Optional<Odd> other = odd.stream().filter(one -> one.isFor(line)).findFirst();
        if (other.isPresent()) {
            other.get().handler.handle(exchange);
            return;
        }
        if (host.equals("other.example.com")) {
            if (challengeElsewhere.isPresent() && authorization.equals("null")) {
                exchange.getResponseHeaders().set("WWW-Authenticate", challengeElsewhere.get());
                error(exchange, 401, "UNAUTHORIZED");
                return;
            }
            if (exchange.getRequestMethod().equals("PUT")) {
                store(exchange, path.substring(1).replaceFirst("/blobs/.*", ""));
            } else {
                TestServer.answer(exchange, 200, content.getOrDefault(path.substring(1), new byte[0]));
            }
            return;
        }
        if (!givesToAll && !authorization.equals("Bearer " + token())) {
            challenge.lines().forEach(one -> exchange.getResponseHeaders().add("WWW-Authenticate", one));
            error(exchange, 401, "UNAUTHORIZED");
            return;
        }
        Matcher parts = PATH.matcher(path);
        if (!parts.matches()) {
            error(exchange, 404, "NAME_UNKNOWN");
        } else if (exchange.getRequestMethod().equals("GET")
                || exchange.getRequestMethod().equals("HEAD")) {
            pull(exchange, parts.group(1), parts.group(2), parts.group(3));
        } else {
            pushed(exchange, parts.group(1), parts.group(2), parts.group(3));
        }
    }

    private void pull(HttpExchange exchange, String name, String kind, String reference) throws IOException {
        byte[] bytes = content.get(name + "/" + kind + "/" + reference);
        boolean isBlob = kind.equals("blobs");
        if (bytes == null || (isBlob && lie == Lie.LAYER_ABSENT)) {
            error(exchange, 404, isBlob ? "BLOB_UNKNOWN" : "MANIFEST_UNKNOWN");
            return;
        }
        if (isBlob && elsewhere) {
            exchange.getResponseHeaders().set("Location", "https://other.example.com/" + name + "/blobs/" + reference);
            TestServer.answer(exchange, 307, new byte[0]);
            return;
        }
        byte[] sent = isBlob ? layer(bytes) : manifest(bytes);
        exchange.getResponseHeaders()
                .set(
                        "Content-Type",
                        isBlob
                                ? "application/octet-stream"
                                : manifestType.orElse(types.getOrDefault(OciDigest.of(bytes), OciManifest.IMAGE)));
        exchange.getResponseHeaders()
                .set(
                        "Docker-Content-Digest",
                        !isBlob && lie == Lie.MANIFEST_HEADER
                                ? "sha256:" + "0".repeat(64)
                                : OciDigest.of(isBlob ? bytes : sent));
        if (isBlob && lie == Lie.LAYER_CUT) {
            TestServer.cut(exchange, 200, sent, sent.length / 2);
        } else {
            TestServer.answer(exchange, 200, sent);
        }
    }

    private byte[] layer(byte[] bytes) {
        return switch (lie) {
            case LAYER_BYTE -> {
                byte[] altered = bytes.clone();
                altered[altered.length / 2] ^= 1;
                yield altered;
            }
            case LAYER_SHORTER -> java.util.Arrays.copyOf(bytes, bytes.length - 1);
            case LAYER_LONGER -> java.util.Arrays.copyOf(bytes, bytes.length + 1);
            default -> bytes;
        };
    }

    private byte[] manifest(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        return switch (lie) {
            case MANIFEST -> (text + " ").getBytes(StandardCharsets.UTF_8);
            case SIZE_HUGE ->
                text.replaceAll("(\"layers\".*\"size\":)\\d+", "$1" + (1L << 40))
                        .getBytes(StandardCharsets.UTF_8);
            default -> text.replaceFirst("}$", besides + "}").getBytes(StandardCharsets.UTF_8);
        };
    }

    private void pushed(HttpExchange exchange, String name, String kind, String reference) throws IOException {
        if (kind.equals("manifests")) {
            byte[] manifest = exchange.getRequestBody().readAllBytes();
            tag(name, reference, manifest);
            describe(OciDigest.of(manifest), exchange.getRequestHeaders().getFirst("Content-Type"));
            created(exchange, "/v2/" + name + "/manifests/" + reference);
        } else if (exchange.getRequestMethod().equals("POST")) {
            exchange.getResponseHeaders().set("Location", String.format(Locale.ROOT, uploads, name, UUID.randomUUID()));
            exchange.getResponseHeaders().set("OCI-Chunk-Min-Length", "5242880");
            TestServer.answer(exchange, 202, new byte[0]);
        } else {
            store(exchange, name);
        }
    }

    private void store(HttpExchange exchange, String name) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        String digest = URLDecoder.decode(exchange.getRequestURI().getRawQuery(), StandardCharsets.UTF_8)
                .replaceFirst(".*digest=", "");
        if (!digest.equals(OciDigest.of(body))) {
            error(exchange, 400, "DIGEST_INVALID");
            return;
        }
        content.put(name + "/blobs/" + digest, body);
        created(exchange, "/v2/" + name + "/blobs/" + digest);
    }

    private void created(HttpExchange exchange, String location) throws IOException {
        if ((exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath()).startsWith(lost)) {
            return;
        }
        exchange.getResponseHeaders().set("Location", location);
        TestServer.answer(exchange, 201, new byte[0]);
    }

    private static void error(HttpExchange exchange, int status, String code) throws IOException {
        json(exchange, status, "{\"errors\":[{\"code\":\"" + code + "\",\"message\":\"" + code + "\"}]}");
    }

    private static void json(HttpExchange exchange, int status, String text) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        TestServer.answer(exchange, status, text.getBytes(StandardCharsets.UTF_8));
    }
}
