package dev.airlock.runtime.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/** Who besides its owner a file is open to, as far as the file system says. A link counts as what it leads to. */
public final class Permissions {
    private static final Set<PosixFilePermission> OTHERS_READ =
            EnumSet.of(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ);
    private static final Set<PosixFilePermission> OTHERS_WRITE =
            EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    private Permissions() {}

    /**
     * Whether others than its owner may read a file.
     *
     * @throws IOException if the file is not there, or does not say
     */
    public static boolean othersMayRead(Path file) throws IOException {
        return has(file, OTHERS_READ);
    }

    /** The same about writing. */
    public static boolean othersMayWrite(Path file) throws IOException {
        return has(file, OTHERS_WRITE);
    }

    /** Whether a file belongs to whoever this process runs as: only its owner can close it to others. */
    public static boolean isOwn(Path file) throws IOException {
        return Files.getOwner(file).getName().equals(System.getProperty("user.name"));
    }

    private static boolean has(Path file, Set<PosixFilePermission> any) throws IOException {
        return WholeFile.isPosix(file)
                && Files.getPosixFilePermissions(file).stream().anyMatch(any::contains);
    }
}
