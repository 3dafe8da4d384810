package dev.airlock.sandbox.engine;

import com.dylibso.chicory.compiler.Cache;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Compiled classes, kept between processes in a folder that belongs to the user alone, one file for each rewritten module
 * and engine version. An entry that cannot be read is compiled again; one that cannot be written is done without.
 */
final class CompiledClasses implements Cache {
    private final Path folder;

    CompiledClasses(Path folder) {
        this.folder = folder;
    }

    @Override
    public byte @Nullable [] get(String key) {
        try {
            return Files.readAllBytes(file(key));
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public void putIfAbsent(String key, byte[] classes) {
        try {
            put(key, classes);
        } catch (IOException e) {
            // No loss but time: the next process compiles again.
        }
    }

    private void put(String key, byte[] classes) throws IOException {
        createPrivateFolder();
        Path unfinished = Files.createTempFile(folder, "unfinished-", ".jar");
        try {
            Files.write(unfinished, classes);
            publish(unfinished, file(key));
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private static void publish(Path unfinished, Path finished) throws IOException {
        try {
            Files.move(unfinished, finished, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(unfinished, finished, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private void createPrivateFolder() throws IOException {
        if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } else {
            Files.createDirectories(folder);
        }
    }

    private Path file(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return folder.resolve(HexFormat.of().formatHex(digest) + ".jar");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
