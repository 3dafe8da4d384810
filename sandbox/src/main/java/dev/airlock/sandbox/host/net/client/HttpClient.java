package dev.airlock.sandbox.host.net.client;

import dev.airlock.sandbox.host.net.dial.Dialer;
import java.net.Proxy;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import okhttp3.Authenticator;
import okhttp3.ConnectionSpec;
import okhttp3.CookieJar;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;

/** The client of one transport with its threads, with everything off that {@code HttpTransport} turns off. */
public final class HttpClient implements AutoCloseable {
    private final ClientThreads threads = new ClientThreads();
    private final OkHttpClient client;

    public HttpClient(Dialer dialer) {
        this.client = client(dialer, threads);
    }

    public OkHttpClient client() {
        return client;
    }

    public ScheduledThreadPoolExecutor timer() {
        return threads.timer();
    }

    /** Closes the connections that are not in use. */
    public void evictAll() {
        threads.pool().evictAll();
    }

    @Override
    public void close() {
        threads.close();
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
