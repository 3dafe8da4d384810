package dev.airlock.cli.binding;

import dev.airlock.cli.CommandRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** An empty vault under {@code a passphrase} that opens immediately, because a real key takes 1 s of processor time at each opening. */
public final class QuickVault {
    private static final Path FIXTURE = CommandRun.ROOT.resolve("testdata/vaults/quick.json");

    private QuickVault() {}

    /** Puts the vault into a home, unless it has one. */
    public static void in(Path home) {
        Path vault = home.resolve("vault.json");
        if (!Files.exists(vault)) {
            lay(home, vault);
        }
    }

    private static void lay(Path home, Path vault) {
        try {
            Files.createDirectories(
                    home, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            Files.copy(FIXTURE, vault);
            Files.setPosixFilePermissions(vault, PosixFilePermissions.fromString("rw-------"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
