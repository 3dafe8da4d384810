package dev.airlock.runtime.vault;

import dev.airlock.failures.Sha256;
import dev.airlock.runtime.vault.VaultUnusableException.Reason;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;

/**
 * An open vault: one file with everything in it encrypted under a random key (AES-256 in Galois/Counter Mode), which is itself
 * encrypted under a key made of the passphrase (Argon2id).
 *
 * <p>What is read is what the file holds at that moment, so several processes may have it open. Changes are made under a lock,
 * one process and thread at a time, and are on disk when they are over; a change that fails leaves the file as it was.
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
    /** How long a change waits for another one. */
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

    /** A change of the content. */
    @FunctionalInterface
    public interface Change<T> {
        /** Changes the content, and gives what the caller wants to know. */
        T apply(VaultContent content);
    }

    /** Something that is done alone. */
    @FunctionalInterface
    public interface Work<T> {
        /** Does it. */
        T run() throws VaultUnusableException;
    }

    /** Whether something lies at that place. */
    public static boolean exists(Path path) {
        return new VaultFile(path).exists();
    }

    /**
     * Makes an empty vault.
     *
     * @param passphrase not empty; stays the caller's to wipe
     * @throws IllegalArgumentException if the passphrase is empty
     * @throws VaultUnusableException if it cannot be written, or something lies at that place
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
     * Opens a vault. Takes a few tenths of a second and 64 MiB, so that passphrases are slow to try.
     *
     * @param passphrase stays the caller's to wipe
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

    /** What the file holds now; to be closed after use. */
    public VaultContent read() throws VaultUnusableException {
        return unseal(file.read());
    }

    /**
     * Changes the content, alone: nobody else changes it meanwhile. The change is on disk when this returns. If the change
     * throws, nothing is written.
     */
    public <T> T change(Change<T> change) throws VaultUnusableException {
        return change(change, result -> {});
    }

    /**
     * The same for a change that must not hold without something else, such as a record of it.
     *
     * @param staged done with the change's result once the new content is on disk, and before it takes the place of the old; if it
     *     throws, the vault stays as it was
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
     * Does something that takes longer than a change and that only one thread of one process may do at a time. Changes go on
     * meanwhile.
     *
     * @param what names it: what has another name may be done meanwhile
     * @param atMost how long to wait for whoever does it now
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
