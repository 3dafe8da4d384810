package dev.airlock.registry.net;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.airlock.sandbox.host.net.dial.Dialer;
import dev.airlock.sandbox.host.net.dial.ScriptedDialer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

/** A web server over real TLS, with a certificate from the test's own authority. */
public final class TestServer implements AutoCloseable {
    /** The names in the certificate. */
    private static final List<String> NAMES = List.of(
            "packages.example.com",
            "other.example.com",
            "registry.example.com",
            "github.com",
            "gitlab.com",
            "localhost");

    private final HeldCertificate authority;
    private final HttpsServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<String> requests = new CopyOnWriteArrayList<>();

    private TestServer(HeldCertificate authority, HeldCertificate own) throws IOException {
        this.authority = authority;
        HandshakeCertificates certificates =
                new HandshakeCertificates.Builder().heldCertificate(own).build();
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(certificates.sslContext()));
        server.setExecutor(threads);
    }

    /** Starts a server with a handler. */
    public static TestServer start(HttpHandler handler) {
        HeldCertificate authority =
                new HeldCertificate.Builder().certificateAuthority(0).build();
        HeldCertificate.Builder own = new HeldCertificate.Builder().signedBy(authority);
        NAMES.forEach(own::addSubjectAlternativeName);
        return start(authority, own.build(), handler);
    }

    /** Starts a server whose certificate is valid at another time. */
    public static TestServer validFrom(Instant begin, Duration length, HttpHandler handler) {
        HeldCertificate authority =
                new HeldCertificate.Builder().certificateAuthority(0).build();
        HeldCertificate.Builder own = new HeldCertificate.Builder()
                .signedBy(authority)
                .validityInterval(begin.toEpochMilli(), begin.plus(length).toEpochMilli());
        NAMES.forEach(own::addSubjectAlternativeName);
        return start(authority, own.build(), handler);
    }

    private static TestServer start(HeldCertificate authority, HeldCertificate own, HttpHandler handler) {
        try {
            TestServer made = new TestServer(authority, own);
            made.server.createContext("/", exchange -> {
                made.requests.add(exchange.getRequestMethod() + " "
                        + exchange.getRequestHeaders().getFirst("Host").replaceAll(":.*", "")
                        + exchange.getRequestURI());
                try (exchange) {
                    handler.handle(exchange);
                }
            });
            made.server.start();
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a dialer that leads every name here, and trusts only this server's authority. */
    public Dialer dialer() {
        return dialer(authority);
    }

    /** Returns a dialer that trusts another authority. */
    public Dialer dialer(HeldCertificate trusted) {
        HandshakeCertificates trust = new HandshakeCertificates.Builder()
                .addTrustedCertificate(trusted.certificate())
                .build();
        return new ScriptedDialer((scheme, target) -> Optional.of(server.getAddress()), trust.trustManager());
    }

    /** Returns a TLS context that trusts this server, for a test's own client. */
    public SSLContext clientContext() {
        return new HandshakeCertificates.Builder()
                .addTrustedCertificate(authority.certificate())
                .build()
                .sslContext();
    }

    /** Returns the requests: method, host, path and query, in this order. */
    public List<String> requests() {
        return requests;
    }

    /** Returns its port. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** Answers with a body. */
    public static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        boolean isHead = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, isHead || body.length == 0 ? -1 : body.length);
        if (!isHead && body.length > 0) {
            exchange.getResponseBody().write(body);
        }
    }

    /** Announces a body, sends a part of it, and hangs up. */
    public static void cut(HttpExchange exchange, int status, byte[] body, int bytes) throws IOException {
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body, 0, bytes);
        exchange.getResponseBody().flush();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
