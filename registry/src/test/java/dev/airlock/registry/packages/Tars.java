package dev.airlock.registry.packages;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Archives that no packer makes, assembled by hand. */
public final class Tars {
    /** The entries of a tar. */
    @FunctionalInterface
    public interface Entries {
        void put(TarArchiveOutputStream tar) throws IOException;
    }

    private Tars() {}

    /** Returns an entry with any name, even one that leads elsewhere. */
    public static TarArchiveEntry entry(String name, long size) {
        TarArchiveEntry entry = new TarArchiveEntry(name, true);
        entry.setSize(size);
        return entry;
    }

    public static void put(TarArchiveOutputStream tar, TarArchiveEntry entry, byte[] bytes) throws IOException {
        tar.putArchiveEntry(entry);
        tar.write(bytes);
        tar.closeArchiveEntry();
    }

    /** Returns a gzip tar. */
    public static byte[] tar(Entries entries) throws IOException {
        return gzip(plainTar(entries));
    }

    public static byte[] plainTar(Entries entries) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
            entries.put(tar);
        }
        return out.toByteArray();
    }

    public static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }
}
