package dev.airlock.runtime.files;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Objects;

/** A file with a secret of random bytes, in hexadecimal digits, made once and for its owner alone. */
public final class KeyFile {
    private KeyFile() {}

    /**
     * The secret in a file, which is made when it does not exist. Of several processes that make it at once, all get the same.
     *
     * @throws IOException if it cannot be read or made, holds something else, or others than its owner may read it; its message is a
     *     sentence that names the file
     */
    public static byte[] at(Path file, int bytes) throws IOException {
        if (!Files.exists(file)) {
            make(file, bytes);
        }
        if (Permissions.othersMayRead(file)) {
            throw new IOException(
                    "others may read the secret in " + file.getFileName() + "; run chmod 600 on it");
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

    /** Whoever is slower uses the secret that is there. */
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
            // another process was quicker
        } finally {
            Files.delete(unfinished);
        }
    }
}
