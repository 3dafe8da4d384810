package dev.airlock.upstreams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TlsTest {
    private static final String OK = "[[exchange]]\nrespond = { body = \"ok\" }";

    @ParameterizedTest
    @CsvSource({
        "a.example.com, a.example.com",
        "b.example.com, b.example.com",
        "A.Example.Com, a.example.com",
        "localhost, localhost",
        "127.0.0.1, 127.0.0.1",
        "2001:db8::1, 2001:db8:0:0:0:0:0:1"
    })
    void presentsACertificateOfTheRunsAuthorityForTheName(String host, String name) throws Exception {
        String[] granted = {
            "a.example.com:443", "b.example.com:443", "localhost:443", "127.0.0.1:443", "[2001:db8::1]:443"
        };
        try (ScriptedUpstream upstream = Clients.start(OK, granted)) {
            InetSocketAddress address = upstream.dial(host, 443, true);
            try (Socket plain = new Socket(address.getAddress(), address.getPort());
                    SSLSocket socket = (SSLSocket) Clients.context(upstream.trustManager())
                            .getSocketFactory()
                            .createSocket(plain, host, 443, true)) {
                SSLParameters parameters = socket.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                socket.setSSLParameters(parameters);
                socket.startHandshake();
                X509Certificate leaf = (X509Certificate) socket.getSession().getPeerCertificates()[0];
                leaf.verify(upstream.caCertificate().getPublicKey());
                assertThat(leaf.getSubjectAlternativeNames())
                        .map(entry -> entry.get(1).toString().toLowerCase(Locale.ROOT))
                        .contains(name);
            }
        }
    }

    @Test
    void aCertificateNamesOneHostOnlySoThatHttp2ConnectionsAreNotShared() throws IOException {
        try (ScriptedUpstream upstream = Clients.start(OK, "a.example.com:443", "b.example.com:443")) {
            OkHttpClient client = Clients.http2(upstream);
            get(client, "https://a.example.com/");
            get(client, "https://b.example.com/");
            assertThat(client.connectionPool().connectionCount()).isEqualTo(2);
        }
    }

    @Test
    void anotherRunsAuthorityIsNotTrusted() throws IOException {
        try (ScriptedUpstream upstream = Clients.start(OK, "a.example.com:443");
                ScriptedUpstream other = Clients.start(OK, "a.example.com:443")) {
            OkHttpClient client =
                    Clients.trusting(upstream, other.trustManager(), List.of(Protocol.HTTP_2, Protocol.HTTP_1_1));
            assertThatThrownBy(() -> get(client, "https://a.example.com/")).isInstanceOf(SSLException.class);
            assertThat(upstream.requests()).isEmpty();
            Clients.eventually(() -> assertThat(upstream.report().notes())
                    .singleElement()
                    .asString()
                    .as("the client's alert, or its end, whichever the server meets first")
                    .matches("a (TLS connection failed|connection ended early): .*"));
        }
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void theJdksOwnClientWorksToo(HttpClient.Version version) throws Exception {
        try (ScriptedUpstream upstream = Clients.start(OK, "localhost:443")) {
            HttpClient client = HttpClient.newBuilder()
                    .version(version)
                    .sslContext(Clients.context(upstream.trustManager()))
                    .build();
            URI uri = URI.create(
                    "https://localhost:" + upstream.dial("localhost", 443, true).getPort() + "/x?y=z");
            HttpRequest request = HttpRequest.newBuilder(uri)
                    .POST(HttpRequest.BodyPublishers.ofString("b".repeat(200_000)))
                    .build();
            for (int round = 0; round < 3; round++) {
                var response = client.send(request, BodyHandlers.ofString());
                assertThat(response.version()).isEqualTo(version);
                assertThat(response.body()).isEqualTo("ok");
            }
            assertThat(upstream.requests())
                    .hasSize(3)
                    .allMatch(recorded -> recorded.body().size() == 200_000
                            && recorded.target().equals("/x?y=z"));
        }
    }

    /** Counts work instead of time, because a busy machine does not change the amount of work. */
    @Test
    void aWarmStartIsFast() throws IOException {
        ThreadMXBean work = ManagementFactory.getThreadMXBean();
        Duration best = Duration.ofDays(1);
        for (int round = 0; round < 10; round++) {
            long before = work.getCurrentThreadCpuTime();
            ScriptedUpstream upstream =
                    Clients.start(OK, "a.example.com:443", "b.example.com:443", "c.example.com:443");
            Duration taken = Duration.ofNanos(work.getCurrentThreadCpuTime() - before);
            upstream.close();
            best = taken.compareTo(best) < 0 ? taken : best;
        }
        assertThat(best).isLessThan(Duration.ofMillis(300));
    }

    private static void get(OkHttpClient client, String url) throws IOException {
        try (Response response =
                client.newCall(new Request.Builder().url(url).build()).execute()) {
            assertThat(response.body().string()).isEqualTo("ok");
        }
    }
}
