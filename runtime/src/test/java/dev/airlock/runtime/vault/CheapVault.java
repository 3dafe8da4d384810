package dev.airlock.runtime.vault;

import java.nio.file.Path;

/** Empty vaults that open at once: the key of a real one takes 64 MiB and several hundred ms of processor time. */
public final class CheapVault {
    private static final int MEMORY_KIB = 64;

    private CheapVault() {}

    /** Creates a vault at a path, under a passphrase. */
    public static Vault create(Path path, String passphrase) throws VaultUnusableException {
        return Vault.create(
                path,
                passphrase.toCharArray(),
                new KeyDerivation(MEMORY_KIB, 1, 1, new byte[KeyDerivation.SALT_BYTES]),
                Vault.STANDARD_WAIT);
    }
}
