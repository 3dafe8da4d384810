package dev.airlock.runtime.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

/** Writes files and creates folders durably, so that a crash leaves either the old file or the new one, never a partial one. */
public final class WholeFile {
    private static final String OWNER_ONLY = "rw-------";
    private static final String READABLE = "rw-r--r--";

    private WholeFile() {}

    /**
     * Replaces a file, private to its owner.
     *
     * @throws IOException if it failed; the old file is then unchanged
     */
    public static void write(Path file, byte[] bytes) throws IOException {
        replace(file, bytes, OWNER_ONLY);
    }

    /**
     * Replaces a file, if the new bytes must not count without another step, such as a record of them.
     *
     * @param staged runs once the bytes are on disk, and before they replace the file; if it throws, the old file stays
     */
    public static void write(Path file, byte[] bytes, Runnable staged) throws IOException {
        try (Staged onDisk = stage(file, bytes)) {
            staged.run();
            onDisk.publish();
        }
    }

    /**
     * Creates the folder of a file, and those that it is in, as far as they are not there.
     *
     * @throws NotDirectoryException if something else is in the place of one of them
     */
    public static void createFolderOf(Path file) throws IOException {
        try {
            Files.createDirectories(folderOf(file));
        } catch (FileAlreadyExistsException e) {
            // not a FileAlreadyExistsException, which tells of the file itself
            throw new NotDirectoryException(e.getFile());
        }
    }

    /** Replaces a file that everyone may read. */
    public static void writeReadable(Path file, byte[] bytes) throws IOException {
        replace(file, bytes, READABLE);
    }

    /**
     * Creates a file, private to its owner.
     *
     * @throws java.nio.file.FileAlreadyExistsException if something exists at that path, which stays as it is
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

    /** Creates a folder and its parents, private to their owner, unless it exists. */
    public static void createFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder, attributes(folder, "rwx------"));
        }
    }

    /** Forces the content of a file to disk. */
    static void forceContent(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /** Forces the names in a folder to disk. Only POSIX can do that. */
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
     * Writes bytes to disk beside a file, private to its owner, so that the replacement itself rarely fails. Use it for a change that must
     * be recorded before it is made, and must not be recorded if it cannot be made.
     *
     * @throws IOException if it failed; nothing is left behind
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

    /** Bytes on disk beside a file. Closing it without publishing deletes them. */
    public static final class Staged implements AutoCloseable {
        private final Path unfinished;
        private final Path file;

        private Staged(Path unfinished, Path file) {
            this.unfinished = unfinished;
            this.file = file;
        }

        /**
         * Replaces the file with them.
         *
         * @throws IOException if it failed; the old file is then unchanged, unless the disk failed
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

    /** Returns whether files at a path have POSIX owners and permissions. */
    public static boolean isPosix(Path place) {
        return place.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
