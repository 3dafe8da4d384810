package dev.airlock.runtime.vault;

import dev.airlock.runtime.files.WholeFile;
import dev.airlock.runtime.vault.VaultUnusableException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/** The file of a vault. It is read whole, written whole or not at all, and private to its owner. */
final class VaultFile {
    private static final long LARGEST = 64L << 20;
    private static final Set<PosixFilePermission> OWNERS =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private final Path path;

    VaultFile(Path path) {
        this.path = path.toAbsolutePath();
    }

    Path path() {
        return path;
    }

    boolean exists() {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    VaultDocument read() throws VaultUnusableException {
        try {
            requirePrivate();
            if (Files.size(path) > LARGEST) {
                throw damaged();
            }
            return VaultDocument.decoded(Files.readAllBytes(path)).orElseThrow(this::damaged);
        } catch (NoSuchFileException e) {
            throw new VaultUnusableException(
                    Reason.ABSENT, "There is no vault at " + path + ". The first `airlock binding setup` makes one.");
        } catch (IOException e) {
            throw new VaultUnusableException(
                    "The vault " + path + " cannot be read. Look at the permissions of the file and its folder.", e);
        }
    }

    /** Replaces the file, on disk when this returns. If that fails, the old file stays. */
    void write(VaultDocument document) throws VaultUnusableException {
        write(document, () -> {});
    }

    /** Replaces the file, with a step once the contents are on disk and before they replace the old file. */
    void write(VaultDocument document, Runnable staged) throws VaultUnusableException {
        try {
            WholeFile.write(path, document.encoded(), staged);
        } catch (IOException e) {
            throw VaultUnusableException.of(
                    "The vault " + path + " cannot be written, and is unchanged",
                    "Look at the permissions of its folder.",
                    e);
        }
    }

    private void requirePrivate() throws IOException, VaultUnusableException {
        if (Files.isSymbolicLink(path)) {
            throw new VaultUnusableException(
                    Reason.NOT_PRIVATE, "The vault " + path + " is a symbolic link. Name the real place.");
        }
        boolean open = WholeFile.isPosix(path)
                && !OWNERS.containsAll(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
        if (open) {
            throw new VaultUnusableException(
                    Reason.NOT_PRIVATE,
                    "The vault " + path + " is accessible to other users. Run `chmod 600 " + path + "`, and consider"
                            + " whether somebody has read it.");
        }
    }

    private VaultUnusableException damaged() {
        return new VaultUnusableException(
                Reason.DAMAGED,
                "The vault " + path + " is damaged or was altered. It was not changed now. Restore it"
                        + " from a backup, or move it away and bind the credentials again.");
    }
}
