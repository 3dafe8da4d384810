package dev.airlock.upstreams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;

/** Upstreams from a few lines of script, and real clients that dial them as Airlock's own network stack does. */
final class Clients {
    /** The connection pool of all clients, which is emptied after each test. */
    static final ConnectionPool CONNECTIONS = new ConnectionPool();

    private Clients() {}

    static UpstreamScript script(String toml) {
        ScriptReading reading = UpstreamScript.parse("upstream.toml", toml);
        assertThat(reading).isInstanceOf(ScriptReading.Valid.class);
        return ((ScriptReading.Valid) reading).script();
    }

    static ScriptedUpstream start(String toml, String... hosts) throws IOException {
        return ScriptedUpstream.start(script(toml), List.of(hosts));
    }

    static OkHttpClient http2(ScriptedUpstream upstream) {
        return trusting(upstream, upstream.trustManager(), List.of(Protocol.HTTP_2, Protocol.HTTP_1_1));
    }

    static OkHttpClient http1(ScriptedUpstream upstream) {
        return trusting(upstream, upstream.trustManager(), List.of(Protocol.HTTP_1_1));
    }

    static OkHttpClient trusting(ScriptedUpstream upstream, X509TrustManager trust, List<Protocol> protocols) {
        return new OkHttpClient.Builder()
                .connectionPool(CONNECTIONS)
                .dns(host -> List.of(upstream.resolve(host)))
                .socketFactory(new Dialler(upstream))
                .sslSocketFactory(context(trust).getSocketFactory(), trust)
                .protocols(protocols)
                .retryOnConnectionFailure(false)
                .followRedirects(false)
                .connectTimeout(Duration.ofMinutes(2))
                .readTimeout(Duration.ofMinutes(2))
                .writeTimeout(Duration.ofMinutes(2))
                .build();
    }

    /** Repeats an assertion until it holds, for at most 5 min. */
    static void eventually(Runnable assertion) {
        long end = System.nanoTime() + Duration.ofMinutes(5).toNanos();
        while (true) {
            try {
                assertion.run();
                return;
            } catch (AssertionError e) {
                if (System.nanoTime() > end) {
                    throw e;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
        }
    }

    static SSLContext context(X509TrustManager trust) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {trust}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Creates sockets that connect to the upstream's addresses. Ports that end in 443 count as TLS. */
    private static final class Dialler extends SocketFactory {
        private final ScriptedUpstream upstream;

        Dialler(ScriptedUpstream upstream) {
            this.upstream = upstream;
        }

        @Override
        public Socket createSocket() {
            return new Socket() {
                @Override
                public void connect(SocketAddress endpoint, int timeout) throws IOException {
                    InetSocketAddress asked = (InetSocketAddress) endpoint;
                    boolean tls = asked.getPort() % 1000 == 443;
                    super.connect(upstream.connect(asked.getHostString(), asked.getPort(), tls), timeout);
                }
            };
        }

        @Override
        public Socket createSocket(String host, int port) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(InetAddress host, int port) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
            throw new UnsupportedOperationException();
        }
    }
}
