package dev.airlock.registry.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.formats.toml.tree.Position;
import dev.airlock.manifests.actions.Action.RequiredConnector;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.manifests.names.SemVer;
import dev.airlock.registry.packages.ConnectorPackage;
import dev.airlock.registry.packages.Keyring;
import dev.airlock.registry.packages.Packages;
import dev.airlock.registry.packages.SignatureCheck;
import dev.airlock.registry.packages.SigningKey;
import dev.airlock.runtime.actions.source.ConnectorSource.Found;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

        Path place = place();
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
    void eachSignatureIsKeptWhenAnotherJoinsAndNothingElseIsWritten() throws Exception {
        byte[] one = {1};
        byte[] two = {2};
        store().put(Packages.with(CONTENT, Optional.of(one), Optional.empty()));
        Object module = fileKey("connector.wasm");

        assertThat(store().put(Packages.with(CONTENT, Optional.empty(), Optional.of(two))))
                .isTrue();

        ConnectorPackage there = store().read(CONTENT.hash()).orElseThrow();
        assertThat(there.signature()).hasValue(one);
        assertThat(there.signatureV2()).hasValue(two);
        assertThat(fileKey("connector.wasm")).as("the file itself").isEqualTo(module);
        assertThat(folder.resolve("store/unfinished")).doesNotExist();
    }

    @Test
    void aSignatureThatWouldFailATrustedKeysPackageGoesWhenThatIsInstalled() throws Exception {
        try (SigningKey key = SigningKey.generate()) {
            Keyring trusting = Keyring.empty().with("github://acme/slack", key.publicKey());
            ConnectorPackage first = Packages.with(CONTENT, key.sign(CONTENT).signature(), Optional.empty());
            store().put(Packages.with(CONTENT, Optional.empty(), Optional.of(new byte[64])));

            try (StoreChange change = store().change()) {
                change.put(List.of(first), trusting, StoreChange.Recording.NONE);
            }

            assertThat(trusting.check(store().read(CONTENT.hash()).orElseThrow(), name()))
                    .isInstanceOf(SignatureCheck.Verified.class);
        }
    }

    @Test
    void bytesThatWentFromTheModuleToTheManifestAreNoticedAndMended() throws Exception {
        store().put(CONTENT);
        byte[] module = CONTENT.module();
        byte[] manifest = CONTENT.manifest();
        byte[] longer = new byte[manifest.length + 1];
        longer[0] = module[module.length - 1];
        System.arraycopy(manifest, 0, longer, 1, manifest.length);
        Files.write(place().resolve("connector.wasm"), Arrays.copyOf(module, module.length - 1));
        Files.write(place().resolve("manifest.toml"), longer);

        assertThat(store().read(CONTENT.hash()).orElseThrow().hash()).isEqualTo(CONTENT.hash());
        assertThat(store().altered()).containsExactly(CONTENT.hash());
        assertThat(store().put(CONTENT)).isTrue();
        assertThat(store().altered()).isEmpty();
    }

    @Test
    void whateverIsInTheWayOfAConnectorGoesWhenItIsInstalled() throws Exception {
        store().put(Packages.of("github://acme/slack", "1.1.0"));
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        Files.createSymbolicLink(place(), elsewhere);
        assertThat(store().altered()).containsExactly(CONTENT.hash());
        store().put(CONTENT);
        assertThat(elsewhere).isEmptyDirectory();

        Files.delete(place().resolve("connector.wasm"));
        Files.createDirectories(place().resolve("connector.wasm/inside"));
        store().put(CONTENT);

        assertThat(store().altered()).isEmpty();
        assertThat(store().list()).hasSize(2);
        assertThat(folder.resolve("store/unfinished")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"unfinished", "removing"})
    void nothingIsPutWhereALinkLeads(String name) throws Exception {
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("precious"), "kept");
        Files.createDirectories(folder.resolve("store"));
        Files.createSymbolicLink(folder.resolve("store").resolve(name), elsewhere);

        assertThatThrownBy(() -> store().put(CONTENT)).isInstanceOf(FileAlreadyExistsException.class);

        assertThat(elsewhere).isDirectoryContaining("glob:**/precious");
        try (Stream<Path> there = Files.list(elsewhere)) {
            assertThat(there).hasSize(1);
        }
        assertThat(store().list()).isEmpty();
    }

    @Test
    void aLockThatIsNoFileIsNotWaitedFor() throws Exception {
        Path lock = folder.resolve("store/.lock");
        Files.createDirectories(lock);
        assertThatThrownBy(() -> store().put(CONTENT)).isInstanceOf(FileAlreadyExistsException.class);

        Files.delete(lock);
        Files.createSymbolicLink(lock, Files.createFile(folder.resolve("elsewhere")));
        assertThatThrownBy(() -> store().put(CONTENT)).isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void aHashInUpperCaseIsNoPlaceOfAConnector() throws Exception {
        store().put(CONTENT);
        Path upper = place().resolveSibling(CONTENT.hash().hex().toUpperCase(Locale.ROOT));
        Files.move(place(), upper);

        assertThat(store().strays()).containsExactly(upper.getFileName().toString());
        assertThat(store().list()).isEmpty();
        assertThat(store().read(CONTENT.hash())).isEmpty();
        assertThat(store().altered()).isEmpty();
    }

    @Test
    void eachAlteredByteIsNoticedByWhoeverReadsIt() throws Exception {
        store().put(CONTENT);
        Path place = place();
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
        Path place = place();
        Files.write(place.resolve("connector.wasm"), new byte[] {1});

        assertThat(store().put(CONTENT)).isTrue();
        assertThat(store().altered()).isEmpty();
    }

    @Test
    void aLinkInTheStoreIsNotFollowed() throws Exception {
        store().put(CONTENT);
        Path place = place();
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

        try (StoreChange change = store().change()) {
            change.remove(List.of(CONTENT.hash()), StoreChange.Recording.NONE);
        }

        assertThat(store().list())
                .singleElement()
                .satisfies(left ->
                        assertThat(left.connector().orElseThrow().version()).hasToString("1.1.0"));
    }

    @Test
    void whatCannotBeRecordedIsNotDone() throws Exception {
        store().put(CONTENT);
        ConnectorPackage other = Packages.of("github://acme/slack", "1.1.0");
        StoreChange.Recording broken = () -> {
            throw new IOException("the log is full");
        };
        Map<String, String> before = files();

        try (StoreChange change = store().change()) {
            assertThatThrownBy(() -> change.remove(List.of(CONTENT.hash()), broken))
                    .hasMessage("the log is full");
            assertThatThrownBy(() -> change.put(List.of(other), Keyring.empty(), broken))
                    .hasMessage("the log is full");
        }

        assertThat(files()).isEqualTo(before);
        assertThat(store().altered()).isEmpty();
        assertThat(folder.resolve("store/unfinished")).doesNotExist();
        assertThat(folder.resolve("store/removing")).doesNotExist();
    }

    @Test
    void whatIsNotThereIsNotRecordedAsRemoved() throws Exception {
        store().put(CONTENT);

        try (StoreChange change = store().change()) {
            change.remove(
                    List.of(Packages.of("github://acme/slack", "1.1.0").hash()),
                    () -> org.assertj.core.api.Assertions.fail("nothing happened"));
        }
    }

    @Test
    void aRemovalThatBrokeOffBeforeItWasOnRecordIsUndoneByTheNextChange() throws Exception {
        store().put(CONTENT);
        Files.move(
                place(),
                Files.createDirectories(folder.resolve("store/removing"))
                        .resolve(CONTENT.hash().hex()));
        assertThat(store().list()).isEmpty();

        store().change().close();

        assertThat(store().isWhole(CONTENT.hash())).isTrue();
        assertThat(folder.resolve("store/removing")).doesNotExist();
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

    private Path place() {
        return folder.resolve("store/sha256").resolve(CONTENT.hash().hex());
    }

    /** Returns the file system's identity of a file, independent of its name. */
    private Object fileKey(String name) throws IOException {
        return Files.readAttributes(place().resolve(name), BasicFileAttributes.class)
                .fileKey();
    }

    /** Returns every file of the store with its time of writing. */
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
