package dev.airlock.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.manifests.actions.Action.RequiredConnector;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.manifests.names.SemVer;
import dev.airlock.manifests.toml.Position;
import dev.airlock.runtime.actions.ConnectorSource.Found;
import dev.airlock.runtime.packages.ConnectorPackage;
import dev.airlock.runtime.packages.ContentHash;
import dev.airlock.runtime.packages.Keyring;
import dev.airlock.runtime.packages.Packages;
import dev.airlock.runtime.packages.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectorStoreTest {
    private static final ConnectorPackage CONTENT = Packages.of("github://acme/slack", "1.0.0");

    @TempDir
    private Path folder;

    private ConnectorStore store() {
        return new ConnectorStore(folder.resolve("store"));
    }

    @Test
    void whatIsInstalledLiesUnderItsHashAndIsReadBack() throws Exception {
        assertThat(store().put(CONTENT)).isTrue();

        Path place = folder.resolve("store/sha256").resolve(CONTENT.hash().hex());
        assertThat(Files.readAllBytes(place.resolve("connector.wasm"))).isEqualTo(CONTENT.module());
        assertThat(Files.readAllBytes(place.resolve("manifest.toml"))).isEqualTo(CONTENT.manifest());
        assertThat(store().read(CONTENT.hash()).orElseThrow().hash()).isEqualTo(CONTENT.hash());
        assertThat(store().list().get(0).connector().orElseThrow().reference())
                .hasToString("github://acme/slack@1.0.0");
    }

    @Test
    void whatIsThereAlreadyIsNotWrittenAgain() throws Exception {
        store().put(CONTENT);
        Map<String, String> before = files();

        assertThat(store().put(CONTENT)).isFalse();
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void signaturesJoinAConnectorThatWasInstalledWithoutThemAndStay() throws Exception {
        store().put(CONTENT);
        try (SigningKey key = SigningKey.generate()) {
            assertThat(store().put(key.sign(CONTENT))).isTrue();
        }

        assertThat(store().put(CONTENT)).isFalse();
        assertThat(store().read(CONTENT.hash()).orElseThrow().isSigned()).isTrue();
        assertThat(store().list()).hasSize(1);
    }

    @Test
    void eachAlteredByteIsNoticedByWhoeverReadsIt() throws Exception {
        store().put(CONTENT);
        Path place = folder.resolve("store/sha256").resolve(CONTENT.hash().hex());
        for (String name : List.of("connector.wasm", "manifest.toml")) {
            byte[] good = Files.readAllBytes(place.resolve(name));
            for (int at = 0; at < good.length; at++) {
                byte[] bad = good.clone();
                bad[at] ^= 4;
                Files.write(place.resolve(name), bad);

                assertThat(store().read(CONTENT.hash()).orElseThrow().hash()).isNotEqualTo(CONTENT.hash());
            }
            assertThat(store().altered()).containsExactly(CONTENT.hash());
            Files.write(place.resolve(name), good);
        }
        assertThat(store().altered()).isEmpty();
    }

    @Test
    void anAlteredConnectorIsMadeWholeByInstallingItAgain() throws Exception {
        store().put(CONTENT);
        Path place = folder.resolve("store/sha256").resolve(CONTENT.hash().hex());
        Files.write(place.resolve("connector.wasm"), new byte[] {1});

        assertThat(store().put(CONTENT)).isTrue();
        assertThat(store().altered()).isEmpty();
    }

    @Test
    void aLinkInTheStoreIsNotFollowed() throws Exception {
        store().put(CONTENT);
        Path place = folder.resolve("store/sha256").resolve(CONTENT.hash().hex());
        Path elsewhere = Files.move(place.resolve("connector.wasm"), folder.resolve("elsewhere.wasm"));
        Files.createSymbolicLink(place.resolve("connector.wasm"), elsewhere);

        assertThat(store().read(CONTENT.hash())).isEmpty();
        assertThat(store().altered()).containsExactly(CONTENT.hash());
    }

    @Test
    void whatAnInstallThatBrokeOffLeftIsClearedByTheNextOne() throws Exception {
        Path left = Files.createDirectories(folder.resolve("store/unfinished/new"));
        Files.write(left.resolve("connector.wasm"), new byte[] {1});

        assertThat(store().list()).isEmpty();
        store().put(CONTENT);

        assertThat(folder.resolve("store/unfinished")).doesNotExist();
        assertThat(store().altered()).isEmpty();
    }

    @Test
    void anInstallThatCannotBeFinishedLeavesNothingOfItself() throws Exception {
        Files.writeString(Files.createDirectories(folder.resolve("store")).resolve("sha256"), "in the way");

        assertThatThrownBy(() -> store().put(CONTENT)).isInstanceOf(IOException.class);

        assertThat(folder.resolve("store/unfinished")).doesNotExist();
    }

    @Test
    void onlyWhatIsNamedIsRemoved() throws Exception {
        store().put(CONTENT);
        store().put(Packages.of("github://acme/slack", "1.1.0"));

        List<StoredConnector> removed = store().remove(stored -> stored.hash().equals(CONTENT.hash()));

        assertThat(removed).hasSize(1);
        assertThat(store().list())
                .singleElement()
                .satisfies(left ->
                        assertThat(left.connector().orElseThrow().version()).hasToString("1.1.0"));
    }

    @Test
    void anActionFindsByItsPinWhatIsInstalledAsItsPublishersWhileAKeyIsTrusted() throws Exception {
        try (SigningKey key = SigningKey.generate()) {
            store().put(key.sign(CONTENT));
            Keyring trusting = Keyring.empty().with("github://acme/slack", key.publicKey());

            Found.Files found = (Found.Files) new StoredConnectors(store(), trusting).find(required(CONTENT.hash()));

            assertThat(found.files().hash()).isEqualTo(CONTENT.hash().text());
            assertThat(found.files().identity().orElseThrow())
                    .isEqualTo(new ConnectorIdentity.Signed(name(), "github://acme/slack"));
            Found.Files revoked =
                    (Found.Files) new StoredConnectors(store(), Keyring.empty()).find(required(CONTENT.hash()));
            assertThat(revoked.files().identity().orElseThrow()).isInstanceOf(ConnectorIdentity.Unsigned.class);
        }
    }

    @Test
    void anActionThatPinsSomethingElseIsToldWhatThereIs() throws Exception {
        store().put(CONTENT);

        Found found = new StoredConnectors(store(), Keyring.empty())
                .find(required(new ContentHash("sha256:" + "0".repeat(64))));

        assertThat(((Found.Missing) found).why()).contains("1.0.0 of github://acme/slack");
    }

    @Test
    void sixteenProcessesThatInstallTheSameAndOthersLeaveOneCopyOfEach() throws Exception {
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            processes.add(new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            InstallingProcess.class.getName(),
                            folder.resolve("store").toString(),
                            "1.0.0",
                            "2.0." + i,
                            "1.0." + i % 4)
                    .inheritIO()
                    .start());
        }
        for (Process process : processes) {
            assertThat(process.waitFor()).isZero();
        }

        assertThat(store().list()).hasSize(20);
        assertThat(store().altered()).isEmpty();
        assertThat(folder.resolve("store/unfinished")).doesNotExist();
    }

    private static RequiredConnector required(ContentHash hash) {
        return new RequiredConnector(
                name(), new SemVer("1.0.0"), hash.text(), List.of("post"), Position.START, Position.START);
    }

    private static ConnectorName name() {
        return ConnectorName.parse("github://acme/slack").orThrow();
    }

    /** Every file of the store with when it was written. */
    private Map<String, String> files() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder.resolve("store"))) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(file.toString(), Files.getLastModifiedTime(file).toString());
            }
        }
        return files;
    }
}
