package dev.airlock.registry.packages;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.limits.LimitRule;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.Deflater;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;
import org.jspecify.annotations.Nullable;

/**
 * The archive of a package: a gzip tar of {@code connector.wasm}, {@code manifest.toml}, and, when signed, {@code signature.sig} and
 * {@code signature.v2.sig}; nothing else.
 *
 * <p>Packing is reproducible: the same bytes make the same archive, at any time and by anyone. Unpacking happens in memory and trusts
 * nothing. An archive is refused if an entry is not one of the four plain files, is duplicated, or is too large.
 */
public final class PackageArchive {
    private static final int SIGNATURE_BYTES = 64;
    private static final long MOST_MODULE_BYTES = LimitRule.of(LimitName.MODULE).ceiling();
    private static final long ROOM_FOR_HEADERS = 1 << 20;
    /** More than any packer writes before a plain file, with extended attributes. */
    private static final long MOST_HEADER_BYTES = 64 << 10;

    /** The maximum size of an archive, compressed or not, in bytes. */
    public static final long MAX_BYTES =
            MOST_MODULE_BYTES + ManifestReader.MAX_BYTES + 2L * SIGNATURE_BYTES + ROOM_FOR_HEADERS;

    private static final Map<String, Long> LARGEST = Map.of(
            ConnectorPackage.MODULE, MOST_MODULE_BYTES,
            ConnectorPackage.MANIFEST, (long) ManifestReader.MAX_BYTES,
            ConnectorPackage.SIGNATURE, (long) SIGNATURE_BYTES,
            ConnectorPackage.SIGNATURE_V2, (long) SIGNATURE_BYTES);
    private static final int PLAIN_FILE_MODE = 0100644;
    private static final int UNKNOWN_SYSTEM = 255;
    /** The block size of a tar; larger blocks would hide data after its end. */
    private static final int RECORD = 512;

    private PackageArchive() {}

    /** Returns the archive of a package. */
    public static byte[] pack(ConnectorPackage content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        GzipParameters parameters = new GzipParameters();
        parameters.setCompressionLevel(Deflater.BEST_COMPRESSION);
        parameters.setOperatingSystem(UNKNOWN_SYSTEM);
        try (GzipCompressorOutputStream gzip = new GzipCompressorOutputStream(out, parameters);
                TarArchiveOutputStream tar = new TarArchiveOutputStream(gzip)) {
            put(tar, ConnectorPackage.MODULE, content.module());
            put(tar, ConnectorPackage.MANIFEST, content.manifest());
            if (content.signature().isPresent()) {
                put(tar, ConnectorPackage.SIGNATURE, content.signature().get());
            }
            if (content.signatureV2().isPresent()) {
                put(tar, ConnectorPackage.SIGNATURE_V2, content.signatureV2().get());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory does not fail", e);
        }
        return out.toByteArray();
    }

    private static void put(TarArchiveOutputStream tar, String name, byte[] bytes) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(bytes.length);
        entry.setMode(PLAIN_FILE_MODE);
        entry.setModTime(0L);
        entry.setIds(0, 0);
        entry.setNames("", "");
        tar.putArchiveEntry(entry);
        tar.write(bytes);
        tar.closeArchiveEntry();
    }

    /**
     * Unpacks an archive.
     *
     * @throws BrokenPackageException if it is not an archive, or breaks a rule
     */
    public static ConnectorPackage unpack(byte[] archive) throws BrokenPackageException {
        if (archive.length > MAX_BYTES) {
            throw tooLarge();
        }
        ByteArrayInputStream compressed = new ByteArrayInputStream(archive);
        try (BoundedStream plain = new BoundedStream(gunzipped(compressed), MAX_BYTES);
                TarArchiveInputStream tar = new TarArchiveInputStream(plain, RECORD, RECORD)) {
            Map<String, byte[]> files = files(tar, plain);
            requireNothingMore(plain, compressed);
            return content(files);
        } catch (BoundedStream.TooLong e) {
            throw tooLarge();
        } catch (IOException | RuntimeException e) {
            throw new BrokenPackageException(
                    "It is not a complete gzip tar: it was cut off, altered, or is another kind of file.", e);
        }
    }

    private static InputStream gunzipped(InputStream compressed) throws IOException {
        return GzipCompressorInputStream.builder()
                .setInputStream(compressed)
                .setDecompressConcatenated(false)
                .get();
    }

    private static Map<String, byte[]> files(TarArchiveInputStream tar, BoundedStream plain)
            throws IOException, BrokenPackageException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (TarArchiveEntry entry = next(tar, plain); entry != null; entry = next(tar, plain)) {
            String name = entry.getName();
            Long most = LARGEST.get(name);
            if (most == null) {
                throw new BrokenPackageException("It holds " + quoted(name) + ", but a package may hold only "
                        + ConnectorPackage.MODULE + ", " + ConnectorPackage.MANIFEST + " and signatures.");
            }
            if (!entry.isCheckSumOK()) {
                throw new BrokenPackageException("The header of its " + name + " was altered.");
            }
            requirePlain(entry);
            byte[] bytes = tar.readNBytes(Math.toIntExact(most + 1));
            if (bytes.length > most) {
                throw new BrokenPackageException("Its " + name + " is larger than " + most + " bytes.");
            }
            if (bytes.length != entry.getSize()) {
                throw new BrokenPackageException("Its " + name + " is not as long as the archive says.");
            }
            if (files.put(name, bytes) != null) {
                throw new BrokenPackageException("It holds " + name + " twice.");
            }
        }
        return files;
    }

    /** Returns the next entry. Bounds the headers before it, because nested headers deepen the reader's stack. */
    private static @Nullable TarArchiveEntry next(TarArchiveInputStream tar, BoundedStream plain)
            throws IOException, BrokenPackageException {
        try {
            plain.limit(MOST_HEADER_BYTES);
            TarArchiveEntry entry = tar.getNextEntry();
            plain.limit(Long.MAX_VALUE);
            return entry;
        } catch (BoundedStream.TooLong e) {
            throw new BrokenPackageException("An entry has more headers than a plain file needs.", e);
        }
    }

    private static void requirePlain(TarArchiveEntry entry) throws BrokenPackageException {
        boolean plain =
                (entry.getLinkFlag() == TarArchiveEntry.LF_NORMAL || entry.getLinkFlag() == TarArchiveEntry.LF_OLDNORM)
                        && entry.getLinkName().isEmpty()
                        && !entry.isSparse()
                        && !entry.isDirectory();
        if (!plain) {
            throw new BrokenPackageException("Its " + entry.getName() + " is not a plain file.");
        }
    }

    /** Requires that only zeros follow the last entry, and nothing follows the compressed bytes. */
    private static void requireNothingMore(InputStream plain, InputStream compressed)
            throws IOException, BrokenPackageException {
        byte[] piece = new byte[8 << 10];
        for (int count = plain.read(piece); count >= 0; count = plain.read(piece)) {
            for (int i = 0; i < count; i++) {
                if (piece[i] != 0) {
                    throw new BrokenPackageException("There is data after its last entry.");
                }
            }
        }
        if (compressed.read() >= 0) {
            throw new BrokenPackageException("There is data after its end.");
        }
    }

    private static ConnectorPackage content(Map<String, byte[]> files) throws BrokenPackageException {
        return new ConnectorPackage(
                required(files, ConnectorPackage.MODULE),
                required(files, ConnectorPackage.MANIFEST),
                new ConnectorPackage.Signatures(
                        Optional.ofNullable(files.get(ConnectorPackage.SIGNATURE)),
                        Optional.ofNullable(files.get(ConnectorPackage.SIGNATURE_V2))));
    }

    private static byte[] required(Map<String, byte[]> files, String name) throws BrokenPackageException {
        byte[] bytes = files.get(name);
        if (bytes == null) {
            throw new BrokenPackageException("It holds no " + name + ".");
        }
        return bytes;
    }

    private static String quoted(String name) {
        return "“" + ForeignText.clean(name) + "”";
    }

    private static BrokenPackageException tooLarge() {
        return new BrokenPackageException(
                "It is larger than a package may be, " + (MAX_BYTES >> 20) + " MiB unpacked.");
    }
}
