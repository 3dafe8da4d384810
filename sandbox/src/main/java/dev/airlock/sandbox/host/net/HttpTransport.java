package dev.airlock.sandbox.host.net;

import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.call.CallScope;
import java.net.Proxy;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import okhttp3.Authenticator;
import okhttp3.ConnectionSpec;
import okhttp3.CookieJar;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import org.jspecify.annotations.Nullable;

/**
 * Carries out HTTP exchanges for the calls of one connector: real TLS, HTTP/1.1 and HTTP/2, each request sent exactly once.
 * Redirects come back as they are. Connections are kept for the next exchange with the same host, and none of them carries
 * anything that identifies a credential. Nothing is shared with another transport.
 *
 * <p>What the client would do by itself is off: retries, resends, redirects, authenticators, cookies, caches, proxies of the
 * environment. Its own timeouts are off too; {@link Timeouts} and the deadline of the call take their place.
 *
 * <p>Thread-safe; 6 exchanges at a time with one host. After {@link #close} no thread and no socket is left.
 */
public final class HttpTransport implements AutoCloseable {
    private final Dialer dialer;
    private final Timeouts timeouts;
    private final ClientThreads threads = new ClientThreads();
    private final OpenSockets sockets = new OpenSockets();
    private final HostGate gate = new HostGate(Limits.EXCHANGES_AT_A_TIME);
    private final Set<Attempt> running = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;
    private @Nullable OkHttpClient client;

    /** A transport with the contract's timeouts. The dialer stays its owner's to close. */
    public HttpTransport(Dialer dialer) {
        this(dialer, Timeouts.standard());
    }

    /** A transport with other timeouts. */
    public HttpTransport(Dialer dialer, Timeouts timeouts) {
        this.dialer = dialer;
        this.timeouts = timeouts;
    }

    /**
     * Carries out one exchange and records it as evidence.
     *
     * @throws dev.airlock.sandbox.call.CallEnded if the call ends, by its deadline for instance, or because the answer is
     *     larger than the request allows, or the host has an address that the rules refuse
     * @throws IllegalStateException if the transport is closed
     */
    public HttpResult exchange(CallScope scope, HttpRequest request) {
        gate.enter(scope, request.url().address());
        try {
            return attempt(scope, request);
        } finally {
            gate.leave(request.url().address());
        }
    }

    private HttpResult attempt(CallScope scope, HttpRequest request) {
        DialPlan plan = new DialPlan(this, sockets, dialer, request.url(), scope);
        Attempt attempt = new Attempt(scope, request, timeouts, plan, sockets, threads.timer());
        running.add(attempt);
        boolean whole = false;
        try {
            if (closed) {
                throw new IllegalStateException("the transport is closed");
            }
            HttpResult result = attempt.run(client());
            whole = result instanceof HttpResult.Response;
            return result;
        } finally {
            running.remove(attempt);
            if (!whole) {
                threads.pool().evictAll(); // the next attempt connects afresh
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        running.forEach(Attempt::breakOff);
        threads.pool().evictAll();
        sockets.abortAll();
        threads.close();
    }

    /** Exchanges under way. */
    public int exchangesUnderWay() {
        return gate.occupied();
    }

    /** Sockets that are open, idle ones included. */
    public int openSockets() {
        return sockets.count();
    }

    /** Closes the connections that wait for another exchange; those under way go on. */
    public void closeIdle() {
        threads.pool().evictAll();
    }

    /** Made for the first exchange: what it trusts takes a while to read. */
    private synchronized OkHttpClient client() {
        OkHttpClient made = client;
        if (made == null) {
            made = client(dialer, threads);
            client = made;
        }
        return made;
    }

    private static OkHttpClient client(Dialer dialer, ClientThreads threads) {
        OkHttpClient.Builder builder = new OkHttpClient.Builder()
                .proxy(Proxy.NO_PROXY)
                .followRedirects(false)
                .followSslRedirects(false)
                .retryOnConnectionFailure(false)
                .fastFallback(true)
                .cookieJar(CookieJar.NO_COOKIES)
                .authenticator(Authenticator.NONE)
                .proxyAuthenticator(Authenticator.NONE)
                .cache(null)
                .protocols(List.of(Protocol.HTTP_2, Protocol.HTTP_1_1))
                .connectionSpecs(List.of(ConnectionSpec.MODERN_TLS, ConnectionSpec.CLEARTEXT))
                .connectionPool(threads.pool())
                .callTimeout(Duration.ZERO)
                .connectTimeout(Duration.ZERO)
                .readTimeout(Duration.ZERO)
                .writeTimeout(Duration.ZERO);
        builder.taskRunner$okhttp(threads.taskRunner());
        dialer.trust().ifPresent(trust -> trusting(builder, trust));
        OkHttpClient plain = builder.build();
        // A verifier of our own, with the client's rules, keeps HTTP/2 connections from being shared between hosts.
        return plain.newBuilder()
                .hostnameVerifier((host, session) -> plain.hostnameVerifier().verify(host, session))
                .build();
    }

    private static void trusting(OkHttpClient.Builder builder, X509TrustManager trust) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {trust}, null);
            builder.sslSocketFactory(context.getSocketFactory(), trust);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no TLS", e);
        }
    }
}
