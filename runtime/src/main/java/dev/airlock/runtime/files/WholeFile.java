package dev.airlock.runtime.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

/** Writes files and makes folders so that a crash leaves the old file or the new one, on disk, and never half of one. */
public final class WholeFile {
    private static final String OWNER_ONLY = "rw-------";
    private static final String READABLE = "rw-r--r--";

    private WholeFile() {}

    /**
     * Puts bytes in a file's place, for the owner alone.
     *
     * @throws IOException if it could not be done; the old file is as it was
     */
    public static void write(Path file, byte[] bytes) throws IOException {
        replace(file, bytes, OWNER_ONLY);
    }

    /**
     * The same for bytes that must not count without something else, such as a record of them.
     *
     * @param staged done once the bytes are on disk, and before they are in the file's place; if it throws, the old file stays
     */
    public static void write(Path file, byte[] bytes, Runnable staged) throws IOException {
        try (Staged onDisk = stage(file, bytes)) {
            staged.run();
            onDisk.publish();
        }
    }

    /** Puts bytes in a file's place for everybody to read. */
    public static void writeReadable(Path file, byte[] bytes) throws IOException {
        replace(file, bytes, READABLE);
    }

    /**
     * Makes a file for the owner alone.
     *
     * @throws java.nio.file.FileAlreadyExistsException if something lies at that place, which stays as it is
     */
    public static void create(Path file, byte[] bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file,
                java.util.Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                attributes(file, OWNER_ONLY))) {
            writeForced(channel, bytes);
        } catch (java.nio.file.FileAlreadyExistsException e) {
            throw e;
        } catch (IOException e) {
            Files.deleteIfExists(file);
            throw e;
        }
        force(folderOf(file));
    }

    /** Makes a folder and those above it, for the owner alone, if it is not there. */
    public static void createFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder, attributes(folder, "rwx------"));
        }
    }

    /** What a file holds is on disk too. */
    static void forceContent(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /** What was done to the names in a folder is on disk too. Only POSIX lets a folder be forced. */
    public static void force(Path folder) throws IOException {
        if (isPosix(folder)) {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    private static void replace(Path file, byte[] bytes, String permissions) throws IOException {
        try (Staged staged = stage(file, bytes, permissions)) {
            staged.publish();
        }
    }

    /**
     * Puts bytes on disk beside a file's place, for the owner alone, so that little can go wrong when they take it: for what has to be
     * on record before it is done, and not on record if it cannot be done.
     *
     * @throws IOException if it could not be done; nothing is left of it
     */
    public static Staged stage(Path file, byte[] bytes) throws IOException {
        return stage(file, bytes, OWNER_ONLY);
    }

    private static Staged stage(Path file, byte[] bytes, String permissions) throws IOException {
        Path folder = folderOf(file);
        createFolder(folder);
        Path unfinished = Files.createTempFile(folder, ".", ".unfinished", attributes(file, permissions));
        try (FileChannel channel = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
            writeForced(channel, bytes);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(unfinished);
            throw e;
        }
        return new Staged(unfinished, file);
    }

    /** Bytes on disk beside a file's place. Whoever closes it without publishing them leaves nothing of them. */
    public static final class Staged implements AutoCloseable {
        private final Path unfinished;
        private final Path file;

        private Staged(Path unfinished, Path file) {
            this.unfinished = unfinished;
            this.file = file;
        }

        /**
         * Puts them in the file's place.
         *
         * @throws IOException if it could not be done; the old file is as it was, unless the disk failed
         */
        public void publish() throws IOException {
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
            force(folderOf(file));
        }

        @Override
        public void close() throws IOException {
            Files.deleteIfExists(unfinished);
        }
    }

    private static Path folderOf(Path file) {
        return Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a folder");
    }

    private static void writeForced(FileChannel channel, byte[] bytes) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
            channel.write(left);
        }
        channel.force(true);
    }

    static FileAttribute<?>[] attributes(Path place, String permissions) {
        return isPosix(place)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /** Whether files at that place have owners and permissions as POSIX has them. */
    public static boolean isPosix(Path place) {
        return place.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
