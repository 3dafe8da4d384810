package dev.airlock.runtime.files;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Objects;

/** A file with a secret of random bytes, in hexadecimal digits, created once and private to its owner. */
public final class KeyFile {
    private KeyFile() {}

    /**
     * Returns the secret in a file, which is created if it does not exist. If several processes create it at once, all get the same secret.
     *
     * @throws IOException if the file cannot be read or created, holds something else, or is readable by others; its message is a sentence
     *     that names the file
     */
    public static byte[] at(Path file, int bytes) throws IOException {
        if (!Files.exists(file)) {
            make(file, bytes);
        }
        if (Permissions.othersMayRead(file)) {
            throw new IOException("others may read the secret in " + file.getFileName() + "; run chmod 600 on it");
        }
        String text = Files.readString(file).strip();
        if (text.length() != 2 * bytes) {
            throw damaged(file);
        }
        try {
            return HexFormat.of().parseHex(text);
        } catch (IllegalArgumentException e) {
            throw damaged(file);
        }
    }

    private static IOException damaged(Path file) {
        return new IOException(file.getFileName() + " holds no secret; restore a copy of it, or move it away");
    }

    /** Creates the file. If another process was faster, keeps that process's file. */
    private static void make(Path file, int bytes) throws IOException {
        byte[] secret = new byte[bytes];
        new SecureRandom().nextBytes(secret);
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a folder");
        WholeFile.createFolder(folder);
        Path unfinished = Files.createTempFile(folder, ".", ".unfinished", WholeFile.attributes(file, "rw-------"));
        try {
            Files.writeString(unfinished, HexFormat.of().formatHex(secret) + "\n");
            WholeFile.forceContent(unfinished);
            Files.createLink(file, unfinished);
            WholeFile.force(folder);
        } catch (FileAlreadyExistsException exists) {
            // another process was faster
        } finally {
            Files.delete(unfinished);
        }
    }
}
