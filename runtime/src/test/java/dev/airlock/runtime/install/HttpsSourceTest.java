package dev.airlock.runtime.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.runtime.packages.ConnectorPackage;
import dev.airlock.runtime.packages.PackageArchive;
import dev.airlock.runtime.packages.Packages;
import dev.airlock.sandbox.host.net.AddressRules;
import dev.airlock.sandbox.host.net.ScriptedDialer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Optional;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Downloads over real TLS, from a server whose certificate an authority of the test signed. */
class HttpsSourceTest {
    private static final String HOST = "packages.example.com";
    private static final ConnectorReference WANTED =
            ConnectorReference.parse("github://acme/slack@1.0.0").orThrow();
    private static final ConnectorPackage CONTENT = Packages.of("github://acme/slack", "1.0.0");

    private final HeldCertificate authority =
            new HeldCertificate.Builder().certificateAuthority(0).build();
    private HttpsServer server;

    @BeforeEach
    void serve() throws IOException {
        HandshakeCertificates certificates = new HandshakeCertificates.Builder()
                .heldCertificate(new HeldCertificate.Builder()
                        .signedBy(authority)
                        .addSubjectAlternativeName(HOST)
                        .build())
                .build();
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(certificates.sslContext()));
        byte[] archive = PackageArchive.pack(CONTENT);
        answer("/whole", archive);
        answer("/broken", Arrays.copyOf(archive, archive.length / 2));
        answer("/noise", new byte[] {1, 2, 3});
        redirect("/moved", "/whole");
        redirect("/circle", "/circle");
        redirect("/plain", "http://" + HOST + "/whole");
        server.createContext("/cut", exchange -> {
            exchange.sendResponseHeaders(200, archive.length);
            exchange.getResponseBody().write(archive, 0, 10);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void anArchiveComesOverTlsAndThroughARedirect() throws Exception {
        assertThat(fetched("/whole", authority).hash()).isEqualTo(CONTENT.hash());
        assertThat(fetched("/moved", authority).hash()).isEqualTo(CONTENT.hash());
    }

    @Test
    void whatIsNotThereOrNoPackageSaysSo() {
        assertRefused("/absent", "answered with status 404");
        assertRefused("/broken", "no package of a connector");
        assertRefused("/noise", "no package of a connector");
    }

    @Test
    void aDownloadThatBreaksOffIsBegunAnewByRunningTheCommandAgain() {
        assertRefused("/cut", "Run the command again");
    }

    @Test
    void redirectsEndAndLeadToHttpsOnly() {
        assertRefused("/circle", "more than 5 redirects");
        assertRefused("/plain", "comes over https");
    }

    @Test
    void aServerThatNobodyVouchesForIsNotTrusted() {
        HeldCertificate stranger =
                new HeldCertificate.Builder().certificateAuthority(0).build();

        assertThatThrownBy(() -> fetched("/whole", stranger))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("failed");
    }

    @Test
    void aHostWithAnAddressThatIsNotPublicIsNotAskedUnlessItIsAllowed() {
        String url = "https://127.0.0.1:" + server.getAddress().getPort() + "/whole";
        try (HttpsSource source = HttpsSource.at(url, AddressRules.publicOnly())) {
            assertThatThrownBy(() -> source.fetch(WANTED))
                    .isInstanceOf(SourceException.class)
                    .hasMessageContaining("not public");
        }
    }

    private ConnectorPackage fetched(String path, HeldCertificate trusted) throws SourceException {
        HandshakeCertificates trust = new HandshakeCertificates.Builder()
                .addTrustedCertificate(trusted.certificate())
                .build();
        ScriptedDialer dialer =
                new ScriptedDialer((scheme, target) -> Optional.of(server.getAddress()), trust.trustManager());
        try (HttpsSource source = HttpsSource.by("https://" + HOST + path, dialer)) {
            return source.fetch(WANTED);
        }
    }

    private void assertRefused(String path, String why) {
        assertThatThrownBy(() -> fetched(path, authority))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining(why);
    }

    private void answer(String path, byte[] body) {
        server.createContext(path, exchange -> {
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
    }

    private void redirect(String path, String location) {
        server.createContext(path, exchange -> {
            exchange.getResponseHeaders().set("Location", location);
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
    }
}
