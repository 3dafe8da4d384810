package dev.airlock.registry.packages;

import static dev.airlock.registry.packages.Tars.entry;
import static dev.airlock.registry.packages.Tars.gzip;
import static dev.airlock.registry.packages.Tars.plainTar;
import static dev.airlock.registry.packages.Tars.put;
import static dev.airlock.registry.packages.Tars.tar;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackageArchiveTest {
    private static final ConnectorPackage CONTENT = Packages.of("github://acme/slack", "1.0.0");

    @Test
    void theSameBytesMakeTheSameArchive() {
        byte[] archive = PackageArchive.pack(CONTENT);

        assertThat(PackageArchive.pack(Packages.of("github://acme/slack", "1.0.0")))
                .isEqualTo(archive);
        assertThat(archive[4] | archive[5] | archive[6] | archive[7])
                .as("time of the gzip header")
                .isZero();
    }

    @Test
    void whatIsPackedIsUnpackedBitForBit() throws Exception {
        try (SigningKey key = SigningKey.generate()) {
            ConnectorPackage signed = key.sign(CONTENT);

            ConnectorPackage unpacked = PackageArchive.unpack(PackageArchive.pack(signed));

            assertThat(unpacked.module()).isEqualTo(CONTENT.module());
            assertThat(unpacked.manifest()).isEqualTo(CONTENT.manifest());
            assertThat(unpacked.signature().orElseThrow())
                    .isEqualTo(signed.signature().orElseThrow());
            assertThat(unpacked.signatureV2().orElseThrow())
                    .isEqualTo(signed.signatureV2().orElseThrow());
            assertThat(unpacked.hash()).isEqualTo(CONTENT.hash());
        }
    }

    @Test
    void theContentHashIsThatOfModuleThenManifestAndOfNothingElse() throws Exception {
        byte[] both = Arrays.copyOf(CONTENT.module(), CONTENT.module().length + CONTENT.manifest().length);
        System.arraycopy(CONTENT.manifest(), 0, both, CONTENT.module().length, CONTENT.manifest().length);
        byte[] digest = java.security.MessageDigest.getInstance("SHA-256").digest(both);

        assertThat(CONTENT.hash().text())
                .isEqualTo("sha256:" + java.util.HexFormat.of().formatHex(digest));
        try (SigningKey key = SigningKey.generate()) {
            assertThat(key.sign(CONTENT).hash()).isEqualTo(CONTENT.hash());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../connector.wasm",
                "/connector.wasm",
                "./connector.wasm",
                "a/../connector.wasm",
                "Connector.wasm",
                "readme.txt",
                "connector.wasm/",
                "..\\connector.wasm",
                "connector.wasm\u0000",
                "signature.v3.sig"
            })
    void anEntryThatIsNotOneOfTheFourIsRefused(String name) throws Exception {
        assertRefused(
                tar(tar -> {
                    plain(tar);
                    int size = name.endsWith("/") ? 0 : 3;
                    put(tar, entry(name, size), new byte[size]);
                }),
                name.equals("connector.wasm\u0000") ? "twice" : "a package may hold only");
    }

    @ParameterizedTest
    @ValueSource(
            bytes = {
                TarConstants.LF_LINK,
                TarConstants.LF_SYMLINK,
                TarConstants.LF_CHR,
                TarConstants.LF_BLK,
                TarConstants.LF_DIR,
                TarConstants.LF_FIFO,
                TarConstants.LF_CONTIG
            })
    void aLinkADeviceAFolderOrAPipeIsRefused(byte type) throws Exception {
        TarArchiveEntry odd = new TarArchiveEntry("manifest.toml", type);
        if (type == TarConstants.LF_LINK || type == TarConstants.LF_SYMLINK) {
            odd.setLinkName("/etc/passwd");
        }
        assertRefused(
                tar(tar -> {
                    put(tar, entry("connector.wasm", 8), CONTENT.module());
                    put(tar, odd, new byte[0]);
                }),
                "");
    }

    @Test
    void anEntryThatIsThereTwiceIsRefused() throws Exception {
        assertRefused(
                tar(tar -> {
                    plain(tar);
                    put(tar, entry("manifest.toml", 1), new byte[1]);
                }),
                "It holds manifest.toml twice.");
    }

    @Test
    void aHeaderThatIsNotOfItsChecksumIsRefused() throws Exception {
        byte[] tar = plainTar(all -> plain(all));
        tar[265] = 'x'; // in the owner's name, which decides nothing

        assertRefused(gzip(tar), "The header of its connector.wasm was altered.");
    }

    @Test
    void anEntryThatIsMissingIsNamed() throws Exception {
        assertRefused(tar(tar -> put(tar, entry("connector.wasm", 8), CONTENT.module())), "It holds no manifest.toml.");
        assertRefused(tar(tar -> {}), "It holds no connector.wasm.");
    }

    @Test
    void aPartThatIsLargerThanItMayBeIsRefused() throws Exception {
        assertRefused(
                tar(tar -> {
                    put(tar, entry("connector.wasm", 8), CONTENT.module());
                    put(tar, entry("manifest.toml", (1 << 20) + 1), new byte[(1 << 20) + 1]);
                }),
                "larger than 1048576 bytes");
        assertRefused(
                tar(tar -> {
                    plain(tar);
                    put(tar, entry("signature.sig", 65), new byte[65]);
                }),
                "larger than 64 bytes");
    }

    @ParameterizedTest
    @ValueSource(bytes = {'x', 'g', 'L', 'K'})
    void headersThatLeadToOneAnotherWithoutEndAreRefused(byte type) throws Exception {
        boolean isPax = type == 'x' || type == 'g';
        byte[] one = header(type, (isPax ? "13 comment=a\n" : "connector.wasm\0"));
        ByteArrayOutputStream chain = new ByteArrayOutputStream();
        for (int i = 0; i < 20_000; i++) {
            chain.write(one);
        }
        chain.write(plainTar(tar -> put(tar, entry("connector.wasm", 1), new byte[1])));

        assertRefused(gzip(chain.toByteArray()), "more headers than a plain file needs");
    }

    /** Returns a header of a type with its content, as two blocks. */
    private static byte[] header(byte type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        byte[] blocks = Arrays.copyOf(plainTar(tar -> put(tar, entry("h", bytes.length), bytes)), 1024);
        int sum = Integer.parseInt(new String(blocks, 148, 6, StandardCharsets.US_ASCII), 8) + type - blocks[156];
        blocks[156] = type;
        System.arraycopy(
                String.format(Locale.ROOT, "%06o", sum).getBytes(StandardCharsets.US_ASCII), 0, blocks, 148, 6);
        return blocks;
    }

    @Test
    void aHeaderThatIsLongerThanAnyPackerWritesIsRefused() throws Exception {
        byte[] padded = tar(tar -> {
            TarArchiveEntry header = new TarArchiveEntry("h", TarConstants.LF_PAX_EXTENDED_HEADER_LC);
            byte[] bytes = ("1000015 comment=" + "a".repeat(1_000_000 - 2) + "\n").getBytes(StandardCharsets.US_ASCII);
            header.setSize(bytes.length);
            put(tar, header, bytes);
            put(tar, entry("connector.wasm", 1), new byte[1]);
        });

        assertRefused(padded, "more headers than a plain file needs");
    }

    @Test
    void aBombIsRefusedLongBeforeItHasUnfolded() throws Exception {
        byte[] bomb = tar(tar -> {
            put(tar, entry("manifest.toml", 4), new byte[4]);
            TarArchiveEntry huge = entry("connector.wasm", 160L << 20);
            tar.putArchiveEntry(huge);
            byte[] piece = new byte[1 << 20];
            for (int i = 0; i < 160; i++) {
                tar.write(piece);
            }
            tar.closeArchiveEntry();
        });

        assertThat(bomb.length).isLessThan(1 << 20);
        assertRefused(bomb, "larger than");
    }

    @Test
    void aSizeThatLiesIsRefusedOrMakesAnotherConnectorOfIt() throws Exception {
        byte[] honest = plainTar(tar -> plain(tar));
        for (String size : List.of("77777777777", "00000000000", "00000000007", "00000000011")) {
            byte[] lying = honest.clone();
            System.arraycopy(size.getBytes(StandardCharsets.US_ASCII), 0, lying, 124, 11);
            checksum(lying);

            try {
                assertThat(PackageArchive.unpack(gzip(lying)).hash()).isNotEqualTo(CONTENT.hash());
            } catch (BrokenPackageException e) {
                assertThat(e.why()).endsWith(".");
            }
        }
    }

    @Test
    void whatFollowsTheEndIsRefused() throws Exception {
        byte[] archive = PackageArchive.pack(CONTENT);

        byte[] more = Arrays.copyOf(archive, archive.length + 1);
        assertRefused(more, "There is data after its end.");
        ByteArrayOutputStream twice = new ByteArrayOutputStream();
        twice.write(archive);
        twice.write(archive);
        assertRefused(twice.toByteArray(), "There is data after its end.");
        byte[] tar = new GZIPInputStream(new ByteArrayInputStream(archive)).readAllBytes();
        byte[] hidden = Arrays.copyOf(tar, tar.length + 1024);
        hidden[hidden.length - 1] = 1;
        assertRefused(gzip(hidden), "There is data after its last entry.");
    }

    @Test
    void anArchiveThatWasCutOffAnywhereIsRefused() throws Exception {
        byte[] archive = PackageArchive.pack(CONTENT);

        for (int length = 0; length < archive.length; length++) {
            assertRefused(Arrays.copyOf(archive, length), "");
        }
    }

    @Test
    void anArchiveWithAnAlteredByteIsRefusedOrHoldsWhatItHeld() throws Exception {
        byte[] archive = PackageArchive.pack(CONTENT);
        Random random = new Random(20261128);
        for (int at = 0; at < archive.length; at++) {
            byte[] altered = archive.clone();
            altered[at] ^= (byte) (1 << random.nextInt(8));
            try {
                assertThat(PackageArchive.unpack(altered).hash())
                        .as("byte " + at)
                        .isEqualTo(CONTENT.hash());
            } catch (BrokenPackageException e) {
                assertThat(e.why()).endsWith(".");
            }
        }
    }

    @Test
    void noiseIsRefusedAndNothingElseHappens() throws Exception {
        Random random = new Random(7);
        for (int i = 0; i < 300; i++) {
            byte[] noise = new byte[random.nextInt(2000)];
            random.nextBytes(noise);
            assertRefused(i % 2 == 0 ? noise : gzip(noise), "");
        }
    }

    private static void plain(TarArchiveOutputStream tar) throws IOException {
        put(tar, entry("connector.wasm", CONTENT.module().length), CONTENT.module());
        put(tar, entry("manifest.toml", CONTENT.manifest().length), CONTENT.manifest());
    }

    /** Corrects the header's checksum after a change. */
    private static void checksum(byte[] tar) {
        Arrays.fill(tar, 148, 156, (byte) ' ');
        int sum = 0;
        for (int i = 0; i < 512; i++) {
            sum += tar[i] & 0xff;
        }
        byte[] text = String.format("%06o\0 ", sum).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(text, 0, tar, 148, 8);
    }

    private static void assertRefused(byte[] archive, String why) {
        List<String> sentence = new ArrayList<>(List.of(why));
        assertThatThrownBy(() -> PackageArchive.unpack(archive))
                .isInstanceOf(BrokenPackageException.class)
                .hasMessageContaining(sentence.get(0));
    }
}
