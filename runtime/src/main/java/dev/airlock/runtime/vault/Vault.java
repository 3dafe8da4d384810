package dev.airlock.runtime.vault;

import dev.airlock.formats.hash.Sha256;
import dev.airlock.runtime.vault.VaultUnusableException.Reason;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;

/**
 * An open vault: one file whose contents are encrypted under a random key (AES-256 in Galois/Counter Mode). That key is itself encrypted
 * under a key derived from the passphrase (Argon2id).
 *
 * <p>Each read returns the present contents of the file, so several processes may have it open. Changes hold a lock: one process and one
 * thread at a time. A change is on disk when it returns; a failed change leaves the file as it was.
 *
 * <pre>{@code
 * try (Vault vault = Vault.open(file, passphrase); VaultContent content = vault.read()) {
 *     content.entries().forEach(entry -> show(entry.name()));
 * }
 * }</pre>
 *
 * <p>Thread-safe. Closing it overwrites its key.
 */
public final class Vault implements AutoCloseable {
    /** The default time that a change waits for another one. */
    public static final Duration STANDARD_WAIT = Duration.ofSeconds(10);

    private static final int NAME_BYTES = 8;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final VaultFile file;
    private final KeyDerivation derivation;
    private final byte[] key;
    private final Duration wait;

    private Vault(VaultFile file, KeyDerivation derivation, byte[] key, Duration wait) {
        this.file = file;
        this.derivation = derivation;
        this.key = key;
        this.wait = wait;
    }

    /** A change of the contents. */
    @FunctionalInterface
    public interface Change<T> {
        /** Changes the contents, and returns a result for the caller. */
        T apply(VaultContent content);
    }

    /** Work that runs alone. */
    @FunctionalInterface
    public interface Work<T> {
        /** Does the work. */
        T run() throws VaultUnusableException;
    }

    /** Returns whether anything exists at a path. */
    public static boolean exists(Path path) {
        return new VaultFile(path).exists();
    }

    /**
     * Creates an empty vault.
     *
     * @param passphrase not empty; the caller wipes it
     * @throws IllegalArgumentException if the passphrase is empty
     * @throws VaultUnusableException if it cannot be written, or something exists at that path
     */
    public static Vault create(Path path, char[] passphrase) throws VaultUnusableException {
        return create(path, passphrase, KeyDerivation.standard(random(KeyDerivation.SALT_BYTES)), STANDARD_WAIT);
    }

    @SuppressWarnings("try") // the lock is held, not used
    static Vault create(Path path, char[] passphrase, KeyDerivation derivation, Duration wait)
            throws VaultUnusableException {
        if (passphrase.length == 0) {
            throw new IllegalArgumentException("the passphrase is empty");
        }
        VaultFile file = new VaultFile(path);
        byte[] key = random(KeyDerivation.KEY_BYTES);
        Vault vault = new Vault(file, derivation, key, wait);
        try (VaultLock lock = VaultLock.take(file, wait);
                VaultContent nothing = new VaultContent()) {
            if (file.exists()) {
                throw new VaultUnusableException(
                        Reason.BUSY, "There is already a vault at " + path + "; it was not changed.");
            }
            Sealed sealedKey = sealKey(key, passphrase, derivation);
            file.write(new VaultDocument(derivation, sealedKey, vault.seal(nothing)));
        }
        return vault;
    }

    /**
     * Opens a vault. Takes several hundred ms and 64 MiB, which makes guessing passphrases slow.
     *
     * @param passphrase the caller wipes it
     * @throws VaultUnusableException if there is none, the passphrase is wrong, or the file is damaged or not private
     */
    public static Vault open(Path path, char[] passphrase) throws VaultUnusableException {
        return open(path, passphrase, STANDARD_WAIT);
    }

    static Vault open(Path path, char[] passphrase, Duration wait) throws VaultUnusableException {
        VaultFile file = new VaultFile(path);
        VaultDocument document = file.read();
        byte[] derived = document.derivation().key(passphrase);
        try {
            byte[] key = document.key()
                    .open(derived, document.keyContext())
                    .orElseThrow(() -> new VaultUnusableException(
                            Reason.WRONG_PASSPHRASE,
                            "The passphrase does not open the vault " + path + ". Nothing was changed; try again."));
            return new Vault(file, document.derivation(), key, wait);
        } finally {
            Arrays.fill(derived, (byte) 0);
        }
    }

    /** Returns the present contents of the file; close them after use. */
    public VaultContent read() throws VaultUnusableException {
        return unseal(file.read());
    }

    /**
     * Changes the contents, alone: no other change runs meanwhile. The change is on disk when this returns. If the change throws, nothing
     * is written.
     */
    public <T> T change(Change<T> change) throws VaultUnusableException {
        return change(change, result -> {});
    }

    /**
     * Makes a change that must not take effect without another step, such as a record of it.
     *
     * @param staged runs with the change's result once the new contents are on disk, and before they replace the old ones; if it throws,
     *     the vault stays as it was
     */
    @SuppressWarnings("try") // the lock is held, not used
    public <T> T change(Change<T> change, Consumer<T> staged) throws VaultUnusableException {
        try (VaultLock lock = VaultLock.take(file, wait)) {
            VaultDocument document = file.read();
            try (VaultContent content = unseal(document)) {
                T result = change.apply(content);
                file.write(document.withContent(seal(content)), () -> staged.accept(result));
                return result;
            }
        }
    }

    /**
     * Runs work that takes longer than a change and that only one thread of one process may do at a time. Changes can run meanwhile.
     *
     * @param what the name of the work; work with another name may run meanwhile
     * @param atMost how long to wait for the present holder
     */
    @SuppressWarnings("try") // the lock is held, not used
    public <T> T alone(String what, Duration atMost, Work<T> work) throws VaultUnusableException {
        String suffix = "." + HexFormat.of().formatHex(Sha256.of(what.getBytes(StandardCharsets.UTF_8)), 0, NAME_BYTES)
                + ".lock";
        try (VaultLock lock = VaultLock.take(file, suffix, atMost)) {
            return work.run();
        }
    }

    /** Overwrites the key. */
    @Override
    public void close() {
        Arrays.fill(key, (byte) 0);
    }

    private VaultContent unseal(VaultDocument document) throws VaultUnusableException {
        byte[] plain = document.content()
                .open(key, VaultDocument.contentContext(derivation))
                .orElseThrow(() -> new VaultUnusableException(
                        Reason.DAMAGED,
                        "The vault " + file.path() + " was replaced or damaged since it was opened. Open it again."));
        try {
            return VaultContent.decoded(plain);
        } finally {
            Arrays.fill(plain, (byte) 0);
        }
    }

    private Sealed seal(VaultContent content) {
        byte[] plain = content.encoded();
        try {
            return Sealed.seal(key, plain, VaultDocument.contentContext(derivation), RANDOM);
        } finally {
            Arrays.fill(plain, (byte) 0);
        }
    }

    private static Sealed sealKey(byte[] key, char[] passphrase, KeyDerivation derivation) {
        byte[] derived = derivation.key(passphrase);
        try {
            return Sealed.seal(derived, key, VaultDocument.keyContext(derivation), RANDOM);
        } finally {
            Arrays.fill(derived, (byte) 0);
        }
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        RANDOM.nextBytes(bytes);
        return bytes;
    }
}
