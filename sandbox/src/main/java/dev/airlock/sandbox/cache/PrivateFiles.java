package dev.airlock.sandbox.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;

/** Files and folders that belong to this user alone, as far as the file system can say so. */
final class PrivateFiles {
    /** The prefix of a file that is being written. */
    static final String UNFINISHED = ".unfinished-";

    private static final Set<PosixFilePermission> OTHERS_MAY_WRITE =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    private PrivateFiles() {}

    /** Creates a folder for this user alone, with its parents, unless it exists. */
    static void createFolder(Path folder) throws IOException {
        try {
            Files.createDirectories(folder, attributes(folder, "rwx------"));
        } catch (FileAlreadyExistsException e) {
            throw new IOException(folder + " is not a folder", e);
        }
    }

    /**
     * Checks that a folder or file is not a link, belongs to this user, and cannot be written by others.
     *
     * @throws CacheUnusableException if not
     */
    static void requireOwn(Path place) throws IOException, CacheUnusableException {
        if (Files.isSymbolicLink(place)) {
            throw new CacheUnusableException(place + " is a symbolic link; name the real place.");
        }
        if (!isPosix(place)) {
            return;
        }
        PosixFileAttributes found = Files.readAttributes(place, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!found.owner().getName().equals(me(place))) {
            throw new CacheUnusableException(place + " belongs to another user; use a place of your own.");
        }
        if (found.permissions().stream().anyMatch(OTHERS_MAY_WRITE::contains)) {
            throw new CacheUnusableException(place + " is writable by other users; run: chmod go-w " + place);
        }
    }

    /** Writes a file whole or not at all, and replaces an existing one. */
    static void writeWhole(Path file, byte[] content) throws IOException {
        Path unfinished = unfinished(file, content);
        try {
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /** Writes a file whole, unless it exists by then: of several processes that try, one does. */
    static void createWhole(Path file, byte[] content) throws IOException {
        Path unfinished = unfinished(file, content);
        try {
            Files.createLink(file, unfinished);
        } catch (FileAlreadyExistsException e) {
            // another process was first, and its file is as good
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /** Writes the content to a temporary file in the same folder, and forces it to disk. */
    private static Path unfinished(Path file, byte[] content) throws IOException {
        Path unfinished = Files.createTempFile(folderOf(file), UNFINISHED, "");
        try (FileChannel channel = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
            return unfinished;
        } catch (IOException e) {
            Files.deleteIfExists(unfinished); // or each attempt on a full disk leaves one behind
            throw e;
        }
    }

    /** Returns the folder that a file is in. */
    static Path folderOf(Path file) {
        return Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a folder");
    }

    private static FileAttribute<?>[] attributes(Path place, String permissions) {
        return isPosix(place)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private static boolean isPosix(Path place) {
        return place.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static String me(Path place) throws IOException {
        Path mine = Files.createTempFile(folderOf(place), ".whose-", "");
        try {
            return Files.getOwner(mine).getName();
        } finally {
            Files.deleteIfExists(mine);
        }
    }
}
