package dev.airlock.registry.install;

import com.sun.net.httpserver.HttpHandler;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.registry.net.DownloadListener;
import dev.airlock.registry.net.Downloads;
import dev.airlock.registry.net.TestServer;
import dev.airlock.registry.oci.OciSource;
import dev.airlock.registry.oci.OwnRegistry;
import dev.airlock.registry.oci.RegistryLogins;
import dev.airlock.registry.packages.ConnectorPackage;
import dev.airlock.registry.packages.Keyring;
import dev.airlock.registry.packages.PackageArchive;
import dev.airlock.registry.packages.Packages;
import dev.airlock.registry.packages.SigningKey;
import dev.airlock.registry.packages.Tars;
import dev.airlock.registry.web.HttpsSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** The parts of the rows of {@link TamperingTest}: two keys, some packages, and the attacks on them. */
final class Attack implements AutoCloseable {
    private static final boolean FULL = Boolean.getBoolean("airlock.full");
    private static final int SAMPLE = 24;
    private static final String PUBLISHER = "github://acme/slack";

    /** The packages that replace the right one. */
    @FunctionalInterface
    interface Source {
        Stream<PackageSource> of(Attack attack) throws Exception;
    }

    /** A change in the folder of an installed connector. */
    @FunctionalInterface
    interface Deed {
        void doIn(Path folder) throws IOException;
    }

    @FunctionalInterface
    interface Deeds {
        Stream<Deed> of(Attack attack) throws Exception;
    }

    final SigningKey key = SigningKey.generate();
    final SigningKey stranger = SigningKey.generate();
    final ConnectorPackage unsigned = Packages.of(PUBLISHER, "1.0.0", "slack.com:443");
    final ConnectorPackage signed = key.sign(unsigned);
    final ConnectorPackage otherVersion = key.sign(new ConnectorPackage(
            otherModule(),
            Packages.of(PUBLISHER, "0.9.0").manifest(),
            new ConnectorPackage.Signatures(Optional.empty(), Optional.empty())));
    final ConnectorPackage otherConnector = key.sign(Packages.of(PUBLISHER + "/other", "1.0.0"));
    final ConnectorPackage installedBefore = key.sign(Packages.of(PUBLISHER, "0.8.0"));
    private Keyring keyring = Keyring.empty().with(PUBLISHER, key.publicKey());

    @Override
    public void close() {
        key.close();
        stranger.close();
    }

    ConnectorReference wanted() {
        return ConnectorReference.parse(PUBLISHER + "@1.0.0").orThrow();
    }

    Keyring keyring() {
        return keyring;
    }

    Attack trusting(Keyring other) {
        keyring = other;
        return this;
    }

    Keyring strangerForAnother() {
        return keyring.with("github://acme/other", stranger.publicKey());
    }

    Keyring rotated() {
        return both().without(PUBLISHER, key.publicKey());
    }

    Keyring both() {
        return keyring.with(PUBLISHER, stranger.publicKey());
    }

    byte[] module() {
        return unsigned.module();
    }

    byte[] otherModule() {
        return new byte[] {0, 'a', 's', 'm', 1, 0, 0, 0, 0, 2, 1, 'x'};
    }

    byte[] manifest() {
        return unsigned.manifest();
    }

    byte[] v1() {
        return signed.signature().orElseThrow();
    }

    byte[] v2() {
        return signed.signatureV2().orElseThrow();
    }

    byte[] archive() {
        return PackageArchive.pack(signed);
    }

    byte[] greedyManifest() {
        return greedy().manifest();
    }

    /** Returns the package with one more host. */
    ConnectorPackage greedy() {
        return Packages.of(PUBLISHER, "1.0.0", "slack.com:443", "evil.example:443");
    }

    // changes of bytes

    /** Alters each byte or, in the ordinary run, a sample with the first and the last. */
    List<byte[]> eachByteOf(byte[] good) {
        return positions(good.length)
                .mapToObj(at -> {
                    byte[] bad = good.clone();
                    bad[at] ^= (byte) (1 << at % 8);
                    return bad;
                })
                .toList();
    }

    List<byte[]> eachLengthOf(byte[] good) {
        return positions(good.length)
                .mapToObj(length -> Arrays.copyOf(good, length))
                .toList();
    }

    private IntStream positions(int length) {
        return !FULL && length > SAMPLE
                ? IntStream.concat(IntStream.of(0, length - 1), new Random(length).ints(SAMPLE, 0, length))
                        .distinct()
                : IntStream.range(0, length);
    }

    byte[] longer(byte[] good) {
        return Arrays.copyOf(good, good.length + 1);
    }

    // packages

    Stream<PackageSource> given(ConnectorPackage content) {
        return archives(List.of(PackageArchive.pack(content)));
    }

    Stream<PackageSource> withModules(List<byte[]> modules) {
        return modules.stream().map(module -> of(module, manifest(), v1(), v2()));
    }

    Stream<PackageSource> withManifests(List<byte[]> manifests) {
        return manifests.stream().map(manifest -> of(module(), manifest, v1(), v2()));
    }

    Stream<PackageSource> withV1(List<byte[]> signatures) {
        return signatures.stream().map(signature -> of(module(), manifest(), signature, v2()));
    }

    Stream<PackageSource> withV2(List<byte[]> signatures) {
        return signatures.stream().map(signature -> of(module(), manifest(), v1(), signature));
    }

    Stream<PackageSource> signedBy(byte[] v1, byte[] v2) {
        return Stream.of(of(module(), manifest(), v1, v2));
    }

    Stream<PackageSource> withOneSignature() {
        return Stream.of(
                wanted -> new ConnectorPackage(
                        module(), manifest(), new ConnectorPackage.Signatures(Optional.of(v1()), Optional.empty())),
                wanted -> new ConnectorPackage(
                        module(), manifest(), new ConnectorPackage.Signatures(Optional.empty(), Optional.of(v2()))));
    }

    Stream<PackageSource> signedAs(ConnectorPackage other) {
        return signedBy(other.signature().orElseThrow(), other.signatureV2().orElseThrow());
    }

    Stream<PackageSource> signedHalf(ConnectorPackage other) {
        return Stream.of(
                of(module(), manifest(), v1(), other.signatureV2().orElseThrow()),
                of(module(), manifest(), other.signature().orElseThrow(), v2()));
    }

    /**
     * Moves the boundary between module and manifest. The first signature covers their concatenation, so it does not notice; the second
     * does.
     */
    Stream<PackageSource> movedBoundary() {
        byte[] both = Arrays.copyOf(module(), module().length + manifest().length);
        System.arraycopy(manifest(), 0, both, module().length, manifest().length);
        return IntStream.range(1, both.length)
                .filter(at -> at != module().length)
                .mapToObj(at -> of(Arrays.copyOf(both, at), Arrays.copyOfRange(both, at, both.length), v1(), v2()));
    }

    private static PackageSource of(byte[] module, byte[] manifest, byte[] v1, byte[] v2) {
        return wanted -> new ConnectorPackage(
                module, manifest, new ConnectorPackage.Signatures(Optional.of(v1), Optional.of(v2)));
    }

    // archives

    Stream<PackageSource> archives(List<byte[]> archives) {
        return archives.stream().map(archive -> wanted -> Downloads.unpacked(archive));
    }

    Stream<PackageSource> extraEntries(String... names) throws IOException {
        return archives(Arrays.stream(names)
                .map(name -> tar(tar -> {
                    files(tar);
                    Tars.put(tar, Tars.entry(name, 1), new byte[1]);
                }))
                .toList());
    }

    Stream<PackageSource> manifestAs(byte... types) {
        return archives(IntStream.range(0, types.length)
                .mapToObj(i -> tar(tar -> {
                    Tars.put(tar, Tars.entry("connector.wasm", module().length), module());
                    TarArchiveEntry odd = new TarArchiveEntry("manifest.toml", types[i]);
                    odd.setLinkName(i == 0 ? "/etc/passwd" : "connector.wasm");
                    Tars.put(tar, odd, new byte[0]);
                }))
                .toList());
    }

    byte[] bomb() {
        return tar(tar -> {
            tar.putArchiveEntry(Tars.entry("connector.wasm", 160L << 20));
            byte[] piece = new byte[1 << 20];
            for (int i = 0; i < 160; i++) {
                tar.write(piece);
            }
            tar.closeArchiveEntry();
        });
    }

    Stream<PackageSource> atOtherTimes() {
        return archives(Stream.of(0L, 1L, 4_102_444_800_000L, -86_400_000L)
                .map(time -> tar(tar -> {
                    put(tar, "connector.wasm", module(), time);
                    put(tar, "manifest.toml", manifest(), time);
                    put(tar, "signature.sig", v1(), time);
                    put(tar, "signature.v2.sig", v2(), time);
                }))
                .toList());
    }

    private void files(TarArchiveOutputStream tar) throws IOException {
        put(tar, "connector.wasm", module(), 0);
        put(tar, "manifest.toml", manifest(), 0);
        put(tar, "signature.sig", v1(), 0);
        put(tar, "signature.v2.sig", v2(), 0);
    }

    private static void put(TarArchiveOutputStream tar, String name, byte[] bytes, long time) throws IOException {
        TarArchiveEntry entry = Tars.entry(name, bytes.length);
        entry.setModTime(time);
        Tars.put(tar, entry, bytes);
    }

    private static byte[] tar(Tars.Entries entries) {
        try {
            return Tars.tar(tar -> {
                tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_STAR);
                entries.put(tar);
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // servers

    Stream<PackageSource> fromAServerWhoseCertificateBegins(Duration fromNow) {
        byte[] archive = archive();
        return server(() -> TestServer.validFrom(
                Instant.now().plus(fromNow),
                Duration.ofDays(30),
                exchange -> TestServer.answer(exchange, 200, archive)));
    }

    Stream<PackageSource> interrupted() {
        byte[] archive = archive();
        HttpHandler cut = exchange -> TestServer.cut(exchange, 200, archive, archive.length / 2);
        HttpHandler cutWithTag = exchange -> {
            exchange.getResponseHeaders().set("ETag", "\"same\"");
            TestServer.cut(exchange, 200, archive, archive.length / 2);
        };
        HttpHandler nothing = exchange -> TestServer.cut(exchange, 200, archive, 0);
        return Stream.of(cut, cutWithTag, nothing).flatMap(handler -> server(() -> TestServer.start(handler)));
    }

    Stream<PackageSource> tooLong() {
        HttpHandler handler = exchange -> exchange.sendResponseHeaders(200, PackageArchive.MAX_BYTES + 1);
        return server(() -> TestServer.start(handler));
    }

    private static Stream<PackageSource> server(Supplier<TestServer> start) {
        return Stream.of(wanted -> {
            try (TestServer server = start.get();
                    Downloads downloads = new Downloads(server.dialer(), DownloadListener.NONE)) {
                return new HttpsSource(downloads, "https://packages.example.com/airlock.tar.gz").fetch(wanted);
            }
        });
    }

    Stream<PackageSource> registry(String lie) {
        return registry(signed, lie, false);
    }

    Stream<PackageSource> registryByDigest(String lie) {
        return registry(signed, lie, true);
    }

    Stream<PackageSource> registryWith(ConnectorPackage other) {
        return registry(other, "NONE", false);
    }

    private static Stream<PackageSource> registry(ConnectorPackage content, String lie, boolean byDigest) {
        return Stream.of(wanted -> {
            try (OwnRegistry registry = OwnRegistry.withTokens();
                    Downloads downloads = new Downloads(registry.server().dialer(), DownloadListener.NONE)) {
                String digest = registry.push().connector("acme/slack", "1.0.0", PackageArchive.pack(content));
                registry.lie(OwnRegistry.Lie.valueOf(lie));
                String place = "oci://registry.example.com/acme/slack" + (byDigest ? "@" + digest : "");
                return OciSource.at(place, downloads, RegistryLogins.NONE).fetch(wanted);
            }
        });
    }

    // the store

    Stream<Deed> eachByteIn(String file) {
        return eachByteOf(bytesOf(file)).stream().map(bad -> folder -> Files.write(folder.resolve(file), bad));
    }

    Stream<Deed> eachLengthIn(String file) {
        return eachLengthOf(bytesOf(file)).stream().map(bad -> folder -> Files.write(folder.resolve(file), bad));
    }

    Stream<Deed> longerIn(String file) {
        return Stream.of(folder -> Files.write(folder.resolve(file), longer(bytesOf(file))));
    }

    Stream<Deed> without(String... files) {
        return Stream.of(folder -> {
            for (String file : files) {
                Files.delete(folder.resolve(file));
            }
        });
    }

    Stream<Deed> linkInPlaceOf(String file) {
        return Stream.of(folder -> {
            Path elsewhere = folder.resolveSibling("elsewhere");
            Files.write(elsewhere, bytesOf(file));
            Files.delete(folder.resolve(file));
            Files.createSymbolicLink(folder.resolve(file), elsewhere);
        });
    }

    Stream<Deed> otherFolder() {
        return Stream.of(folder -> {
            Files.write(folder.resolve("connector.wasm"), otherVersion.module());
            Files.write(folder.resolve("manifest.toml"), otherVersion.manifest());
            Files.write(
                    folder.resolve("signature.sig"), otherVersion.signature().orElseThrow());
            Files.write(
                    folder.resolve("signature.v2.sig"),
                    otherVersion.signatureV2().orElseThrow());
        });
    }

    Stream<Deed> fileMore(String name) {
        return Stream.of(folder -> Files.writeString(folder.resolve(name), "{}", StandardCharsets.UTF_8));
    }

    /** Restores the folder of the installed connector. */
    void restore(Path folder) throws IOException {
        for (String file : List.of("connector.wasm", "manifest.toml", "signature.sig", "signature.v2.sig")) {
            Path place = folder.resolve(file);
            if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
                Files.delete(place);
            }
            Files.write(place, bytesOf(file));
        }
    }

    private byte[] bytesOf(String file) {
        return switch (file) {
            case "connector.wasm" -> module();
            case "manifest.toml" -> manifest();
            case "signature.sig" -> v1();
            default -> v2();
        };
    }
}
