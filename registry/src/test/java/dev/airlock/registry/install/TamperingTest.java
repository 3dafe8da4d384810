package dev.airlock.registry.install;

import static dev.airlock.registry.install.TamperingTest.Verdict.HARMLESS;
import static dev.airlock.registry.install.TamperingTest.Verdict.HASH_MISMATCH;
import static dev.airlock.registry.install.TamperingTest.Verdict.SIGNATURE_FAILURE;
import static dev.airlock.registry.install.TamperingTest.Verdict.UNFIT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.Boundary;
import dev.airlock.failures.Failure;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.registry.install.Attack.Source;
import dev.airlock.registry.packages.ConnectorPackage;
import dev.airlock.registry.packages.SignatureCheck;
import dev.airlock.registry.store.ConnectorStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Attacks on a package between its publisher and its use. Each row has its expected verdict, and leaves the store unchanged.
 *
 * <p>The publisher's key is trusted, and another version is installed. The wanted package is {@code github://acme/slack@1.0.0}.
 */
class TamperingTest {
    /** The result of an attack. */
    enum Verdict {
        /** A structured failure of that class, which no flag overrides. */
        HASH_MISMATCH,
        /** The same for a signature. */
        SIGNATURE_FAILURE,
        /** The source gives no package, or not the requested one. */
        UNFIT,
        /** The package to install is exactly the one that the publisher signed. */
        HARMLESS
    }

    /**
     * A row.
     *
     * @param what the attack on the wanted package
     * @param verdicts each attack has one of these verdicts
     * @param pinned whether the content hash is known beforehand, as from an action's pin
     */
    private record Row(String what, Set<Verdict> verdicts, boolean pinned, Source attacks) {}

    private static Row row(String what, Verdict verdict, Source attacks) {
        return new Row(what, Set.of(verdict), false, attacks);
    }

    private static Row row(String what, Verdict verdict, Verdict other, Source attacks) {
        return new Row(what, Set.of(verdict, other), false, attacks);
    }

    private static Row pinned(String what, Verdict verdict, Source attacks) {
        return new Row("pinned: " + what, Set.of(verdict), true, attacks);
    }

    /** Attacks on the way to the store. */
    private static final List<Row> ON_THE_WAY = List.of(
            row("nothing", HARMLESS, a -> a.given(a.signed)),

            // the archive
            row("each byte of the archive is altered", UNFIT, HARMLESS, a -> a.archives(a.eachByteOf(a.archive()))),
            row("the archive is cut off anywhere", UNFIT, a -> a.archives(a.eachLengthOf(a.archive()))),
            row("something follows the archive", UNFIT, a -> a.archives(List.of(a.longer(a.archive())))),
            row(
                    "an entry leads out of the folder",
                    UNFIT,
                    a -> a.extraEntries("../connector.wasm", "../../etc/passwd")),
            row("an entry has an absolute path", UNFIT, a -> a.extraEntries("/etc/passwd", "/connector.wasm")),
            row("there is an entry more", UNFIT, a -> a.extraEntries("readme.txt", "signature.v3.sig", "a/b")),
            row("an entry is there twice", UNFIT, a -> a.extraEntries("connector.wasm", "signature.sig")),
            row("the manifest is a link", UNFIT, a -> a.manifestAs(TarConstants.LF_SYMLINK, TarConstants.LF_LINK)),
            row("the manifest is a device", UNFIT, a -> a.manifestAs(TarConstants.LF_CHR, TarConstants.LF_BLK)),
            row(
                    "the manifest is a folder or a pipe",
                    UNFIT,
                    a -> a.manifestAs(TarConstants.LF_DIR, TarConstants.LF_FIFO)),
            row("the archive unfolds without end", UNFIT, a -> a.archives(List.of(a.bomb()))),

            // its contents
            row("each byte of the module is altered", SIGNATURE_FAILURE, a -> a.withModules(a.eachByteOf(a.module()))),
            row(
                    "each byte of the manifest is altered",
                    SIGNATURE_FAILURE,
                    UNFIT,
                    a -> a.withManifests(a.eachByteOf(a.manifest()))),
            row("the module is cut off anywhere", SIGNATURE_FAILURE, a -> a.withModules(a.eachLengthOf(a.module()))),
            row("the manifest says more", SIGNATURE_FAILURE, a -> a.withManifests(List.of(a.greedyManifest()))),
            pinned("each byte of the module is altered", HASH_MISMATCH, a -> a.withModules(a.eachByteOf(a.module()))),
            pinned("each byte of the manifest", HASH_MISMATCH, a -> a.withManifests(a.eachByteOf(a.manifest()))),
            pinned(
                    "all is altered and signed by somebody else",
                    HASH_MISMATCH,
                    a -> a.given(a.stranger.sign(a.greedy()))),

            // signatures
            row("each byte of the first signature", SIGNATURE_FAILURE, a -> a.withV1(a.eachByteOf(a.v1()))),
            row("each byte of the second signature", SIGNATURE_FAILURE, a -> a.withV2(a.eachByteOf(a.v2()))),
            row("a signature is cut off", SIGNATURE_FAILURE, a -> a.withV1(a.eachLengthOf(a.v1()))),
            row("a signature is longer", SIGNATURE_FAILURE, a -> a.withV2(List.of(a.longer(a.v2())))),
            row("the signatures are each other's", SIGNATURE_FAILURE, a -> a.signedBy(a.v2(), a.v1())),
            row("the signatures are taken off", SIGNATURE_FAILURE, a -> a.given(a.unsigned)),
            row("one of the signatures is taken off", HARMLESS, Attack::withOneSignature),
            pinned("the signatures are taken off", SIGNATURE_FAILURE, a -> a.given(a.unsigned)),

            // two valid packages
            row("another version in its place", UNFIT, a -> a.given(a.otherVersion)),
            pinned("another version in its place", HASH_MISMATCH, a -> a.given(a.otherVersion)),
            row("another connector of the publisher in its place", UNFIT, a -> a.given(a.otherConnector)),
            row("signatures of another version", SIGNATURE_FAILURE, a -> a.signedAs(a.otherVersion)),
            row("one signature of each of two", SIGNATURE_FAILURE, a -> a.signedHalf(a.otherVersion)),
            row("the module of another version", SIGNATURE_FAILURE, a -> a.withModules(List.of(a.otherModule()))),
            row("module and manifest run into each other", SIGNATURE_FAILURE, UNFIT, Attack::movedBoundary),

            // keys
            row("signed by a stranger", SIGNATURE_FAILURE, a -> a.given(a.stranger.sign(a.unsigned))),
            row(
                    "signed by a key of another publisher",
                    SIGNATURE_FAILURE,
                    a -> a.trusting(a.strangerForAnother()).given(a.stranger.sign(a.unsigned))),
            row(
                    "signed by a key that was taken back",
                    SIGNATURE_FAILURE,
                    a -> a.trusting(a.rotated()).given(a.signed)),
            row(
                    "signed by the older of two keys",
                    HARMLESS,
                    a -> a.trusting(a.both()).given(a.signed)),

            // time: signatures have no time, so no clock can be wrong
            row("files are from the future, or before all time", HARMLESS, Attack::atOtherTimes),
            row(
                    "the server's certificate is not valid yet",
                    UNFIT,
                    a -> a.fromAServerWhoseCertificateBegins(Duration.ofDays(1))),
            row(
                    "the server's certificate is not valid any more",
                    UNFIT,
                    a -> a.fromAServerWhoseCertificateBegins(Duration.ofDays(-400))),

            // the network
            row("the download breaks off each time", UNFIT, Attack::interrupted),
            row("the server has more than a package may be", UNFIT, Attack::tooLong),
            row("a registry names another digest of its manifest", HASH_MISMATCH, a -> a.registry("MANIFEST_HEADER")),
            row("a registry gives another manifest than asked", HASH_MISMATCH, a -> a.registryByDigest("MANIFEST")),
            row("a registry alters a byte of the layer", HASH_MISMATCH, a -> a.registry("LAYER_BYTE")),
            row("a registry's layer is shorter than it says", HASH_MISMATCH, a -> a.registry("LAYER_SHORTER")),
            row("a registry's layer is longer than it says", HASH_MISMATCH, a -> a.registry("LAYER_LONGER")),
            row("a registry's layer is huge, it says", UNFIT, a -> a.registry("SIZE_HUGE")),
            row("a registry's layer breaks off each time", UNFIT, a -> a.registry("LAYER_CUT")),
            row("a registry's layer is not there", UNFIT, a -> a.registry("LAYER_ABSENT")),
            row("a registry has another package under the tag", UNFIT, a -> a.registryWith(a.otherVersion)));

    /** Attacks in the store, before the connector is used. */
    private static final List<StoredRow> IN_THE_STORE = List.of(
            stored("nothing", HARMLESS, a -> Stream.of(folder -> {})),
            stored("each byte of the module is altered", HASH_MISMATCH, a -> a.eachByteIn("connector.wasm")),
            stored("each byte of the manifest is altered", HASH_MISMATCH, a -> a.eachByteIn("manifest.toml")),
            stored("each byte of the first signature", SIGNATURE_FAILURE, a -> a.eachByteIn("signature.sig")),
            stored("each byte of the second signature", SIGNATURE_FAILURE, a -> a.eachByteIn("signature.v2.sig")),
            stored("the module is cut off anywhere", HASH_MISMATCH, a -> a.eachLengthIn("connector.wasm")),
            stored("the manifest is cut off anywhere", HASH_MISMATCH, a -> a.eachLengthIn("manifest.toml")),
            stored("the module goes on", HASH_MISMATCH, a -> a.longerIn("connector.wasm")),
            stored("the module is gone", HASH_MISMATCH, a -> a.without("connector.wasm")),
            stored("the manifest is gone", HASH_MISMATCH, a -> a.without("manifest.toml")),
            stored("the signatures are gone", SIGNATURE_FAILURE, a -> a.without("signature.sig", "signature.v2.sig")),
            stored("the module is a link to the same bytes", HASH_MISMATCH, a -> a.linkInPlaceOf("connector.wasm")),
            stored("the folder of another version in its place", HASH_MISMATCH, Attack::otherFolder),
            stored("a file more, which nothing reads", HARMLESS, a -> a.fileMore("index.json")));

    /** A row for a change in the folder of an installed connector. */
    private record StoredRow(String what, Verdict verdict, Attack.Deeds deeds) {}

    private static StoredRow stored(String what, Verdict verdict, Attack.Deeds deeds) {
        return new StoredRow(what, verdict, deeds);
    }

    @TempDir
    private Path temp;

    @TestFactory
    Stream<DynamicTest> onTheWay() {
        return ON_THE_WAY.stream().map(row -> DynamicTest.dynamicTest(row.what(), () -> checkOnTheWay(row)));
    }

    @TestFactory
    Stream<DynamicTest> inTheStore() {
        return IN_THE_STORE.stream().map(row -> DynamicTest.dynamicTest(row.what(), () -> checkInTheStore(row)));
    }

    private void checkOnTheWay(Row row) throws Exception {
        try (Attack attack = new Attack()) {
            ConnectorStore store = new ConnectorStore(temp.resolve("store"));
            store.put(attack.installedBefore);
            Map<String, String> before = files(temp);
            Optional<ContentHash> hash = row.pinned() ? Optional.of(attack.unsigned.hash()) : Optional.empty();
            List<PackageSource> sources = row.attacks().of(attack).toList();
            assertThat(sources).isNotEmpty();
            for (PackageSource source : sources) {
                Candidate candidate = hash.isPresent()
                        ? Candidate.of(source, attack.wanted(), hash.get(), attack.keyring(), store)
                        : Candidate.of(source, attack.wanted(), attack.keyring(), store);
                assertThat(row.verdicts()).contains(verdict(candidate, attack));
            }
            assertThat(files(temp)).isEqualTo(before);
        }
    }

    private void checkInTheStore(StoredRow row) throws Exception {
        try (Attack attack = new Attack()) {
            ConnectorStore store = new ConnectorStore(temp.resolve("store"));
            ContentHash hash = attack.unsigned.hash();
            Path place = temp.resolve("store/sha256").resolve(hash.hex());
            store.put(attack.installedBefore);
            store.put(attack.signed);
            for (Attack.Deed deed : row.deeds().of(attack).toList()) {
                deed.doIn(place);
                Map<String, String> tampered = files(temp);
                assertThat(verdict(Installed.at(hash, attack.wanted(), store, attack.keyring()), attack))
                        .isEqualTo(row.verdict());
                assertThat(files(temp)).isEqualTo(tampered);
                attack.restore(place);
            }
        }
    }

    private static Verdict verdict(Candidate candidate, Attack attack) {
        if (candidate instanceof Candidate.Refused refused) {
            return verdict(refused.failure());
        }
        if (candidate instanceof Candidate.Unfit unfit) {
            assertThat(unfit.why()).endsWith(".").contains("Nothing was installed.");
            return UNFIT;
        }
        Candidate.Ready ready = (Candidate.Ready) candidate;
        assertThat(ready.signature()).isInstanceOf(SignatureCheck.Verified.class);
        return harmless(ready.content(), attack);
    }

    private static Verdict verdict(Installed installed, Attack attack) {
        return installed instanceof Installed.Refused refused
                ? verdict(refused.failure())
                : harmless(((Installed.Whole) installed).content(), attack);
    }

    private static Verdict harmless(ConnectorPackage content, Attack attack) {
        assertThat(content.module()).isEqualTo(attack.module());
        assertThat(content.manifest()).isEqualTo(attack.manifest());
        return HARMLESS;
    }

    private static Verdict verdict(Failure failure) {
        assertThat(failure.boundary()).isEqualTo(Boundary.RUNTIME);
        assertThat(failure.retriable()).isFalse();
        return Verdict.valueOf(failure.failureClass().wireName().toUpperCase(Locale.ROOT));
    }

    /** Returns every file under a folder, with its contents. */
    private static Map<String, String> files(Path folder) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(file.toString(), HexFormat.of().formatHex(Files.readAllBytes(file)));
            }
        }
        return files;
    }
}
