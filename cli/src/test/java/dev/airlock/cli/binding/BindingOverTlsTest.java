package dev.airlock.cli.binding;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.airlock.cli.CommandRun;
import dev.airlock.cli.Main;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A bound credential is sent over real TLS. The command runs in a separate JVM whose trust store has the test's authority, against a
 * service with a certificate from that authority.
 */
@Execution(ExecutionMode.CONCURRENT)
class BindingOverTlsTest {
    private static final String SECRET = "canary-7f3a91c0ffee";
    private static final String STORE_PASSWORD = "public";

    private final HeldCertificate authority =
            new HeldCertificate.Builder().certificateAuthority(0).build();
    private final ConcurrentLinkedQueue<String> authorizations = new ConcurrentLinkedQueue<>();

    @TempDir
    private Path home;

    private final HttpsServer service = listening();

    private record Result(int exitCode, String out, String err) {
        JsonNode json() {
            try {
                return StrictJson.read(out);
            } catch (MalformedJsonException e) {
                throw new AssertionError(out + err, e);
            }
        }
    }

    @AfterEach
    void stop() {
        service.stop(0);
    }

    @Test
    void aBoundCredentialGoesOutOverTlsToAServiceThatTheTrustStoreKnows() throws Exception {
        serve("localhost");
        assertThat(setup().exitCode()).isZero();

        Result run = run("show", trusting());

        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(authorizations).containsExactly("Bearer " + SECRET);
        assertThat(run.json().at("/output/seen").asText()).contains("you sent Bearer [redacted]");
        assertThat(run.out() + run.err()).doesNotContain("canary");
    }

    @Test
    void aServiceThatTheTrustStoreDoesNotKnowGetsNothing() throws Exception {
        serve("localhost");
        assertThat(setup().exitCode()).isZero();

        assertRefused(run("error", List.of()), "not trusted");
    }

    @Test
    void aServiceWhoseCertificateIsForAnotherNameGetsNothing() throws Exception {
        serve("other.example.com");
        assertThat(setup().exitCode()).isZero();

        assertRefused(run("error", trusting()), "for another name");
    }

    private void assertRefused(Result run, String why) {
        assertThat(authorizations).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.json().at("/error/class").asText()).isEqualTo("network_error");
        assertThat(run.json().at("/error/details/kind").asText()).isEqualTo("tls");
        assertThat(run.json().at("/error/details/request_sent").asBoolean()).isFalse();
        assertThat(run.json().at("/error/message").asText()).contains(why);
    }

    /** Starts a service on loopback with a certificate for that name. */
    private void serve(String name) throws IOException {
        HandshakeCertificates certificates = new HandshakeCertificates.Builder()
                .heldCertificate(new HeldCertificate.Builder()
                        .signedBy(authority)
                        .addSubjectAlternativeName(name)
                        .build())
                .build();
        service.setHttpsConfigurator(new HttpsConfigurator(certificates.sslContext()));
        service.createContext("/", exchange -> {
            String authorization = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
            authorizations.add(authorization);
            byte[] body = ("you sent " + authorization).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        service.start();
        connector();
    }

    private static HttpsServer listening() {
        try {
            return HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void connector() throws IOException {
        Path folder = Files.createDirectories(home.resolve("spy"));
        Files.write(
                folder.resolve("connector.wasm"),
                Files.readAllBytes(CommandRun.ROOT.resolve("testdata/canary/spy.wasm")));
        Files.writeString(folder.resolve("manifest.toml"), """
                [connector]
                name = "local://tests/spy"
                version = "1.0.0"
                [capabilities.network]
                hosts = ["localhost:%d"]
                [capabilities.runtime]
                imports = ["log", "http_request", "http_response_status", "http_response_size", "http_response_read",
                  "http_response_read_at", "http_response_headers", "last_error"]
                [capabilities.credential]
                kind = "api_key"
                [limits]
                wall_time = "2min"
                """.formatted(
                        service.getAddress().getPort()));
        Files.writeString(home.resolve("passphrase"), "a passphrase\n");
        QuickVault.in(home.resolve("data"));
        CommandRun.shareCode(home.resolve("data"));
    }

    /** Returns the JVM's options for a trust store with the authority. */
    private List<String> trusting() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("authority", authority.certificate());
        Path file = home.resolve("trust.p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, STORE_PASSWORD.toCharArray());
        }
        return List.of("-Djavax.net.ssl.trustStore=" + file, "-Djavax.net.ssl.trustStorePassword=" + STORE_PASSWORD);
    }

    private Result setup() throws Exception {
        return execute(List.of(), List.of("binding", "setup", "spy", "--from-stdin"));
    }

    private Result run(String op, List<String> jvmOptions) throws Exception {
        String url = "https://localhost:" + service.getAddress().getPort() + "/";
        return execute(
                jvmOptions,
                List.of(
                        "run",
                        "spy",
                        op,
                        "--args",
                        "{\"requests\":[{\"url\":\"" + url + "\",\"credential\":\"api_key\"}]}",
                        "--allow-private",
                        "localhost",
                        "--json"));
    }

    private Result execute(List<String> jvmOptions, List<String> words) throws Exception {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(jvmOptions);
        line.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        line.addAll(words);
        Path out = home.resolve("out");
        Path err = home.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(home.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment()
                .putAll(Map.of(
                        "AIRLOCK_HOME", home.resolve("data").toString(),
                        "AIRLOCK_CACHE", CommandRun.cache().toString(),
                        "AIRLOCK_PASSPHRASE_FILE", home.resolve("passphrase").toString()));
        Process process = builder.start();
        try (OutputStream stdin = process.getOutputStream()) {
            stdin.write((SECRET + "\n").getBytes(StandardCharsets.UTF_8));
        }
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
    }
}
