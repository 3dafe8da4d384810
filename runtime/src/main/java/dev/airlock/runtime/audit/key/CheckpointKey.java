package dev.airlock.runtime.audit.key;

import dev.airlock.formats.hash.HmacSha256;
import dev.airlock.formats.hash.Sha256;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.Checkpoint;
import dev.airlock.runtime.audit.store.Head;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Ed25519 key (RFC 8032) that signs checkpoints. A holder of its file can sign a forged log, so keep it where those who can write the
 * log cannot read it. Thread-safe.
 */
public final class CheckpointKey {
    private static final String ALGORITHM = "Ed25519";
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN (PRIVATE|PUBLIC) KEY-----([A-Za-z0-9+/=\\s]+)-----END \\1 KEY-----");

    private final PrivateKey privateKey;
    private final PublicKey publicKey;
    private final HmacSha256 sealing;
    private volatile Signed lastKnown = Signed.NOTHING;

    /** A checkpoint of a log that is known to have this key's signature. In a new process, a verification takes 20 ms. */
    private record Signed(String logId, Optional<Checkpoint> checkpoint) {
        static final Signed NOTHING = new Signed("", Optional.empty());
    }

    private CheckpointKey(PrivateKey privateKey, PublicKey publicKey) {
        this.privateKey = privateKey;
        this.publicKey = publicKey;
        this.sealing = sealing(privateKey);
    }

    /** Returns a new key that ends with the process, for logs in memory. */
    public static CheckpointKey ephemeral() {
        try {
            KeyPair pair = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
            return new CheckpointKey(pair.getPrivate(), pair.getPublic());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Java 17 has Ed25519", e);
        }
    }

    /**
     * Returns the key in a file. If the file does not exist, it is created, readable by its owner only. The file has the private key (PKCS
     * #8) and the public key (SubjectPublicKeyInfo) as PEM.
     *
     * @throws IOException if the file cannot be read or created, or holds something else
     */
    public static CheckpointKey at(Path file) throws IOException {
        if (!Files.exists(file)) {
            make(file);
        }
        return read(file);
    }

    /**
     * Returns the key in an existing file.
     *
     * @throws IOException if the file cannot be read, or holds something else
     */
    public static CheckpointKey read(Path file) throws IOException {
        String pem = Files.readString(file, StandardCharsets.US_ASCII);
        try {
            KeyFactory keys = KeyFactory.getInstance(ALGORITHM);
            return new CheckpointKey(
                    keys.generatePrivate(new PKCS8EncodedKeySpec(block(pem, "PRIVATE"))),
                    keys.generatePublic(new X509EncodedKeySpec(block(pem, "PUBLIC"))));
        } catch (GeneralSecurityException e) {
            throw new IOException("the file of the audit log's key holds no Ed25519 key", e);
        }
    }

    /**
     * Returns the public key in a PEM file, such as a file of {@link #at}.
     *
     * @throws IOException if the file cannot be read or holds something else
     */
    public static PublicKey publicKeyAt(Path file) throws IOException {
        try {
            byte[] encoded = block(Files.readString(file, StandardCharsets.US_ASCII), "PUBLIC");
            return KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(encoded));
        } catch (GeneralSecurityException e) {
            throw new IOException("the file holds no public Ed25519 key", e);
        }
    }

    /** Returns the public key. */
    public PublicKey publicKey() {
        return publicKey;
    }

    /** Returns the public key, in base64 of its SubjectPublicKeyInfo. */
    public String publicText() {
        return text(publicKey);
    }

    /** Returns the fingerprint by which people compare keys: {@code SHA256:} and the hash of the public key. */
    public String fingerprint() {
        return fingerprint(publicText());
    }

    /** Returns the fingerprint of a public key in base64. */
    static String fingerprint(String publicText) {
        byte[] hash = Sha256.of(Base64.getDecoder().decode(publicText));
        return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(hash);
    }

    /** Returns the fingerprint of the key that a log names, which may be invalid. */
    public static String shortName(String publicText) {
        return publicKey(publicText).isPresent() ? fingerprint(publicText) : "(not a key)";
    }

    /**
     * Returns whether a log belongs to this key; false if it names none.
     *
     * @throws dev.airlock.runtime.audit.store.AuditStoreUnavailableException if the log cannot be read
     */
    public boolean owns(AuditStore log) {
        return log.read(end -> end.mark().key()).equals(publicText());
    }

    /** Returns the public half as PEM, for verification elsewhere. */
    public String publicPem() {
        return pem("PUBLIC", publicKey.getEncoded());
    }

    /** Returns both halves as PEM, as in its file. A holder of this text can sign. */
    public String pem() {
        return pem("PRIVATE", privateKey.getEncoded()) + publicPem();
    }

    /** Returns the key in base64 of its SubjectPublicKeyInfo; empty if it is invalid. */
    public static Optional<PublicKey> publicKey(String base64) {
        try {
            byte[] encoded = Base64.getDecoder().decode(base64);
            return Optional.of(KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(encoded)));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns a public key in base64 of its SubjectPublicKeyInfo. */
    public static String text(PublicKey key) {
        return Base64.getEncoder().encodeToString(key.getEncoded());
    }

    /** Returns the seal of a log's end. It shows a holder of this key that another holder wrote that end. */
    public String seal(String logId, Head end) {
        return HexFormat.of().formatHex(sealed(logId, end));
    }

    /** Returns whether a holder of this key left a seal at a log's end. */
    boolean seals(String logId, Head end, String seal) {
        return MessageDigest.isEqual(
                seal(logId, end).getBytes(StandardCharsets.UTF_8), seal.getBytes(StandardCharsets.UTF_8));
    }

    private byte[] sealed(String logId, Head end) {
        byte[] text = String.join("\n", logId, "" + end.seq(), end.hash()).getBytes(StandardCharsets.UTF_8);
        return sealing.of(digest -> digest.update(text));
    }

    /** Derives a separate key for seals, so that no seal can pass as a signature. */
    private static HmacSha256 sealing(PrivateKey key) {
        byte[] seed = ((EdECPrivateKey) key)
                .getBytes()
                .orElseThrow(() -> new IllegalArgumentException("the private key cannot be read"));
        byte[] purpose = "airlock-audit-seal-v1".getBytes(StandardCharsets.UTF_8);
        try {
            return new HmacSha256(new HmacSha256(seed).of(digest -> digest.update(purpose)));
        } finally {
            Arrays.fill(seed, (byte) 0);
        }
    }

    /** Signs a statement that a log's record with a number has a certain hash. */
    public Checkpoint sign(Checkpoint.Kind kind, String logId, long seq, String hash, long atMillis) {
        String signature = sign(statement(kind, logId, seq, hash, atMillis));
        Checkpoint checkpoint = new Checkpoint(kind, seq, hash, atMillis, signature);
        lastKnown = new Signed(logId, Optional.of(checkpoint));
        return checkpoint;
    }

    /** Returns a signature of a statement, in base64. */
    public String sign(byte[] statement) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(privateKey);
            signature.update(statement);
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("an Ed25519 key signs", e);
        }
    }

    /** Returns whether this key signed a checkpoint of a log. Does not verify the latest one again. */
    public boolean hasSigned(String logId, Checkpoint checkpoint) {
        Signed asked = new Signed(logId, Optional.of(checkpoint));
        if (asked.equals(lastKnown)) {
            return true;
        }
        boolean signed = verifies(publicKey, logId, checkpoint);
        if (signed) {
            lastKnown = asked;
        }
        return signed;
    }

    /** Returns whether a key signed a checkpoint of a log. */
    public static boolean verifies(PublicKey key, String logId, Checkpoint checkpoint) {
        byte[] statement =
                statement(checkpoint.kind(), logId, checkpoint.seq(), checkpoint.hash(), checkpoint.atMillis());
        return verifies(key, statement, checkpoint.signature());
    }

    /** Returns whether a key signed a statement. */
    public static boolean verifies(PublicKey key, byte[] statement, String base64) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initVerify(key);
            signature.update(statement);
            return signature.verify(Base64.getDecoder().decode(base64));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false;
        }
    }

    private static byte[] statement(Checkpoint.Kind kind, String logId, long seq, String hash, long atMillis) {
        return String.join("\n", "airlock-audit-checkpoint-v1", kind.wireName(), logId, "" + seq, hash, "" + atMillis)
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Creates the file. If another process was faster, keeps that process's file. */
    private static void make(Path file) throws IOException {
        CheckpointKey key = ephemeral();
        Path folder = file.toAbsolutePath().getParent();
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        Files.createDirectories(folder, attributes(posix, "rwx------"));
        Path whole = Files.createTempFile(folder, "audit", ".key", attributes(posix, "rw-------"));
        try {
            Files.writeString(whole, key.pem(), StandardCharsets.US_ASCII);
            Files.createLink(file, whole);
        } catch (FileAlreadyExistsException exists) {
            // another process was faster
        } finally {
            Files.delete(whole);
        }
    }

    private static FileAttribute<?>[] attributes(boolean posix, String rights) {
        return posix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))}
                : new FileAttribute<?>[0];
    }

    private static String pem(String what, byte[] der) {
        String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN " + what + " KEY-----\n" + base64 + "\n-----END " + what + " KEY-----\n";
    }

    private static byte[] block(String pem, String what) throws GeneralSecurityException {
        Matcher blocks = BLOCK.matcher(pem);
        while (blocks.find()) {
            if (blocks.group(1).equals(what)) {
                return Base64.getMimeDecoder().decode(blocks.group(2));
            }
        }
        throw new GeneralSecurityException("no such block");
    }
}
