package dev.airlock.registry.oci;

import dev.airlock.sandbox.host.net.dial.Dialer;
import dev.airlock.sandbox.host.net.dial.ScriptedDialer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.bouncycastle.crypto.generators.OpenBSDBCrypt;

/** The distribution project's own registry (Debian: docker-registry), over TLS, with a login and its own files. */
final class DistributionRegistry implements AutoCloseable {
    private static final String LOGIN = "tester:password-of-the-test";

    private final HeldCertificate authority =
            new HeldCertificate.Builder().certificateAuthority(0).build();
    private final Path folder;
    private final InetSocketAddress address;
    private final Process process;

    private DistributionRegistry(Path program) throws IOException {
        folder = Files.createTempDirectory("airlock-registry");
        address = new InetSocketAddress(InetAddress.getLoopbackAddress(), freePort());
        Files.writeString(folder.resolve("config.yml"), configuration());
        process = new ProcessBuilder(
                        program.toString(),
                        "serve",
                        folder.resolve("config.yml").toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        awaitConnections();
    }

    /** Returns the program, if it is installed. */
    static Optional<Path> program() {
        return Stream.of(System.getenv("PATH").split(":"))
                .map(place -> Path.of(place, "docker-registry"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static DistributionRegistry start(Path program) {
        try {
            return new DistributionRegistry(program);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the environment for commands that push without a tool. */
    Map<String, String> environment() throws IOException {
        Path ca = Files.writeString(folder.resolve("ca.pem"), authority.certificatePem());
        return Map.of(
                "REGISTRY", "https://localhost:" + address.getPort(), "LOGIN", LOGIN, "CURL_CA_BUNDLE", ca.toString());
    }

    Dialer dialer() {
        return new ScriptedDialer((scheme, target) -> Optional.of(address), trust().trustManager());
    }

    RegistryPush push() {
        return new RegistryPush(
                URI.create("https://localhost:" + address.getPort()), trust().sslContext(), Optional.of(login()));
    }

    String login() {
        return "Basic " + Base64.getEncoder().encodeToString(LOGIN.getBytes(StandardCharsets.UTF_8));
    }

    private HandshakeCertificates trust() {
        return new HandshakeCertificates.Builder()
                .addTrustedCertificate(authority.certificate())
                .build();
    }

    private String configuration() throws IOException {
        HeldCertificate own = new HeldCertificate.Builder()
                .signedBy(authority)
                .addSubjectAlternativeName("registry.example.com")
                .addSubjectAlternativeName("localhost")
                .build();
        Files.writeString(folder.resolve("own.pem"), own.certificatePem());
        Files.writeString(folder.resolve("own.key"), own.privateKeyPkcs8Pem());
        String[] words = LOGIN.split(":");
        String hash = OpenBSDBCrypt.generate("2y", words[1].toCharArray(), new byte[16], 5);
        Files.writeString(folder.resolve("htpasswd"), words[0] + ":" + hash + "\n");
        return "version: 0.1\nlog:\n  level: warn\nstorage:\n  filesystem:\n    rootdirectory: " + folder + "/data\n"
                + "auth:\n  htpasswd:\n    realm: test\n    path: " + folder + "/htpasswd\n"
                + "http:\n  addr: 127.0.0.1:" + address.getPort() + "\n  tls:\n    certificate: " + folder
                + "/own.pem\n    key: " + folder + "/own.key\n";
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    private void awaitConnections() throws IOException {
        while (process.isAlive()) {
            try {
                new Socket(address.getAddress(), address.getPort()).close();
                return;
            } catch (IOException notYet) {
                Thread.onSpinWait();
            }
        }
        throw new IllegalStateException(Files.readString(folder.resolve("log")));
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try (Stream<Path> files = Files.walk(folder)) {
            process.waitFor();
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
