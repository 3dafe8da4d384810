package dev.airlock.runtime.vault;

import dev.airlock.runtime.files.ProcessLock;
import dev.airlock.runtime.vault.VaultUnusableException.Reason;
import java.io.IOException;
import java.time.Duration;

/** A lock on a file beside a vault. It lets one thread of one process change the vault at a time. */
final class VaultLock implements AutoCloseable {
    private final ProcessLock lock;

    private VaultLock(ProcessLock lock) {
        this.lock = lock;
    }

    /** Waits for the lock on changes, for at most the given time. */
    static VaultLock take(VaultFile file, Duration atMost) throws VaultUnusableException {
        return take(file, ".lock", atMost);
    }

    /**
     * Waits for a lock with another name.
     *
     * @param suffix the suffix of the lock's file after the vault's name
     */
    static VaultLock take(VaultFile file, String suffix, Duration atMost) throws VaultUnusableException {
        try {
            return new VaultLock(
                    ProcessLock.take(file.path().resolveSibling(file.path().getFileName() + suffix), atMost));
        } catch (ProcessLock.BusyException e) {
            throw new VaultUnusableException(
                    Reason.BUSY,
                    "The vault " + file.path() + " is being changed by " + e.holder() + ". Try again in a moment.");
        } catch (IOException e) {
            throw VaultUnusableException.of(
                    "The vault " + file.path() + " cannot be locked", "Look at the permissions of its folder.", e);
        }
    }

    @Override
    public void close() throws VaultUnusableException {
        try {
            lock.close();
        } catch (IOException e) {
            throw new VaultUnusableException("The lock of the vault cannot be released.", e);
        }
    }
}
