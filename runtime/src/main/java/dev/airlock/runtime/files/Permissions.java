package dev.airlock.runtime.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/** The permissions of users other than a file's owner, as far as the file system reports them. A link counts as its target. */
public final class Permissions {
    private static final Set<PosixFilePermission> OTHERS_READ =
            EnumSet.of(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ);
    private static final Set<PosixFilePermission> OTHERS_WRITE =
            EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    private Permissions() {}

    /**
     * Returns whether others than its owner may read a file.
     *
     * @throws IOException if the file does not exist, or its permissions cannot be read
     */
    public static boolean othersMayRead(Path file) throws IOException {
        return has(file, OTHERS_READ);
    }

    /** Returns whether others than its owner may write a file. */
    public static boolean othersMayWrite(Path file) throws IOException {
        return has(file, OTHERS_WRITE);
    }

    /** Returns whether this process's user owns a file. Only its owner can change its permissions. */
    public static boolean isOwn(Path file) throws IOException {
        return Files.getOwner(file).getName().equals(System.getProperty("user.name"));
    }

    private static boolean has(Path file, Set<PosixFilePermission> any) throws IOException {
        return WholeFile.isPosix(file)
                && Files.getPosixFilePermissions(file).stream().anyMatch(any::contains);
    }
}
