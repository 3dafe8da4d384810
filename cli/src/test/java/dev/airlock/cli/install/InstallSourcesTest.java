package dev.airlock.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import dev.airlock.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests installs from each kind of place, over real TLS. */
class InstallSourcesTest {
    private static final String ASSET = "/acme/echo/releases/download/v1.0.0/airlock.tar.gz";

    @TempDir
    private Path folder;

    private EchoPublisher publisher;
    private PackageServer server;
    private CommandRun user;

    @BeforeEach
    void aServer() throws IOException {
        publisher = new EchoPublisher(folder);
        server = new PackageServer();
        user = server.trustedBy(publisher.user(), folder);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "github://acme/echo /acme/echo/releases/download/v1.0.0/airlock.tar.gz",
                "github://acme/tools/echo /acme/tools/releases/download/echo%2Fv1.0.0/aileron.tar.gz",
                "gitlab://acme/echo /acme/echo/-/releases/v1.0.0/downloads/airlock.tar.gz"
            })
    void aReleaseOfAForge(String row) throws IOException {
        String name = row.split(" ")[0];
        server.put(row.split(" ")[1], publisher.packed(name, "1.0.0", ""));

        assertInstalled(name, install(name + "@1.0.0"));
    }

    @Test
    void aTagOfARegistry() throws IOException {
        String name = "oci://registry.example.com/acme/echo";
        server.putOci("acme/echo", "1.0.0", publisher.packed(name, "1.0.0", ""));

        assertInstalled(name, install(name + "@1.0.0"));
    }

    @Test
    void aPlaceInARegistryThatIsNamed() throws IOException {
        server.putOci("mirror/of/echo", "latest", publisher.packed(EchoPublisher.NAME, "1.0.0", ""));

        assertInstalled(
                EchoPublisher.NAME,
                install(
                        EchoPublisher.REFERENCE,
                        "--from",
                        server.url().replace("https", "oci") + "/mirror/of/echo:latest"));
    }

    @Test
    void anArchiveAtAUrl() throws IOException {
        server.put("/echo.tar.gz", publisher.packed(EchoPublisher.NAME, "1.0.0", ""));

        assertInstalled(EchoPublisher.NAME, install(EchoPublisher.REFERENCE, "--from", server.url() + "/echo.tar.gz"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTPS", "hTTps"})
    void theSchemeOfAPlaceMayBeWrittenInAnyCase(String scheme) throws IOException {
        byte[] archive = publisher.packed(EchoPublisher.NAME, "1.0.0", "");
        server.put("/echo.tar.gz", archive);
        server.putOci("acme/echo", "1.0.0", archive);
        String place = server.url().replace("https", scheme);

        assertInstalled(EchoPublisher.NAME, install(EchoPublisher.REFERENCE, "--from", place + "/echo.tar.gz"));
        assertInstalled(
                EchoPublisher.NAME,
                install(EchoPublisher.REFERENCE, "--from", server.url().replace("https", "OCI") + "/acme/echo"));
        user = user.environment("AIRLOCK_OCI_URL", place).environment("AIRLOCK_GITHUB_URL", place);
        server.put(ASSET, archive);
        assertInstalled(EchoPublisher.NAME, install(EchoPublisher.REFERENCE));
        assertThat(server.asked()).contains("/echo.tar.gz", "/v2/acme/echo/manifests/1.0.0", ASSET);
    }

    @Test
    void aPlaceFromWhichNothingIsFetchedSaysWhatThereIs() {
        assertNothing(
                install(EchoPublisher.REFERENCE, "--from", "FTP://example.com/echo.tar.gz"),
                "Airlock does not download from ftp://. Name an https or oci URL, an archive, or a folder.");
        assertNothing(
                install(EchoPublisher.REFERENCE, "--from", server.url().replace("https", "http") + "/a"),
                "need https, and the URL is http. Write https://");
        assertNothing(install(EchoPublisher.REFERENCE, "--from", "nowhere"), "Check the place that --from names.");
    }

    @Test
    void whatIsNotThereSaysWhatWasLookedForAndLeavesNothing() {
        CommandRun.Result release = install(EchoPublisher.REFERENCE);
        CommandRun.Result tag = install("oci://registry.example.com/acme/echo@1.0.0");
        CommandRun.Result local = install("local://acme/echo@1.0.0");

        assertNothing(release, "There is no release v1.0.0 with airlock.tar.gz or aileron.tar.gz");
        assertNothing(tag, "The registry has no oci://registry.example.com/acme/echo:1.0.0.");
        assertNothing(local, "was never published");
    }

    @Test
    void aDownloadThatBreaksOffSaysSoAsPlainLinesAndLeavesNothing() throws IOException {
        server.put(ASSET, publisher.packed(EchoPublisher.NAME, "1.0.0", ""));
        server.cutAfter(100);

        CommandRun.Result cut = install(EchoPublisher.REFERENCE);

        assertNothing(cut, "Run the command again. Nothing was installed.");
        assertThat(cut.err())
                .contains("the download broke off and starts again\n")
                .doesNotContain("\r", "\u001b");
    }

    @Test
    void aServerThatNobodyVouchesForAndAnAddressThatIsNotPublicAreNotUsed() throws IOException {
        server.put(ASSET, publisher.packed(EchoPublisher.NAME, "1.0.0", ""));

        assertNothing(
                user.environment("AIRLOCK_CA_FILE", "")
                        .with("install", EchoPublisher.REFERENCE, "--yes", "--allow-private", "localhost"),
                "its certificate is not trusted. If the server is your own");
        assertNothing(
                user.environment("AIRLOCK_GITHUB_URL", server.url().replace("localhost", "127.0.0.1"))
                        .with("install", EchoPublisher.REFERENCE, "--yes", "--allow-private", "127.0.0.1"),
                "its certificate is for another name. If the server is your own");
        assertNothing(
                user.with("install", EchoPublisher.REFERENCE, "--yes"),
                "which is not public. To allow it, add --allow-private localhost. Nothing");
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void aFileThatHoldsNoCertificatesIsAProblem() throws IOException {
        Files.writeString(folder.resolve("ca.pem"), "nothing");

        assertNothing(install(EchoPublisher.REFERENCE), "AIRLOCK_CA_FILE names a file that holds no certificates");
        Files.delete(folder.resolve("ca.pem"));
        assertNothing(install(EchoPublisher.REFERENCE), "The file that AIRLOCK_CA_FILE names cannot be read");
    }

    @Test
    void aMirrorThatIsNoPlaceIsNamed() {
        user = user.environment("AIRLOCK_GITHUB_URL", "localhost");

        assertNothing(
                install(EchoPublisher.REFERENCE), "Airlock cannot download from the value of AIRLOCK_GITHUB_URL.");
    }

    @Test
    void whatTheRegistryLiesAboutIsAHashMismatchThatYesDoesNotPass() throws IOException {
        String name = "oci://registry.example.com/acme/echo";
        byte[] archive = publisher.packed(name, "1.0.0", "");
        server.putOci("acme/echo", "1.0.0", archive);
        String blob = "/v2/acme/echo/blobs/" + PackageServer.digest(archive);
        archive[archive.length - 1] ^= 1;
        server.put(blob, archive);

        CommandRun.Result lied = install(name + "@1.0.0", "--json");

        assertThat(lied.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(lied.json().at("/error/class").asText()).isEqualTo("hash_mismatch");
        assertThat(folder.resolve("home/store")).doesNotExist();
    }

    private CommandRun.Result install(String... words) {
        List<String> all = new ArrayList<>(List.of("install", "--yes", "--allow-private", "localhost"));
        all.addAll(List.of(words));
        return user.with(all);
    }

    private void assertInstalled(String name, CommandRun.Result installed) {
        assertThat(installed.exitCode()).as(installed.all()).isZero();
        CommandRun.Result run = user.with("run", name + "@1.0.0", "echo", "--arg", "text=hello", "--json");
        assertThat(run.exitCode()).as(run.all()).isZero();
        assertThat(user.with("audit", "export").out()).contains("\"what\":\"install\"");
    }

    private void assertNothing(CommandRun.Result refused, String why) {
        assertThat(refused.exitCode()).as(refused.all()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err()).contains(why);
        assertThat(folder.resolve("home/store")).doesNotExist();
    }
}
