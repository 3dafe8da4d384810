package dev.airlock.runtime.audit;

import dev.airlock.failures.HmacSha256;
import dev.airlock.failures.Sha256;
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
 * The Ed25519 key (RFC 8032) that signs checkpoints. Whoever has its file can sign a log of their own making: keep it where those
 * cannot read it who can write the log. Thread-safe.
 */
public final class CheckpointKey {
    private static final String ALGORITHM = "Ed25519";
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN (PRIVATE|PUBLIC) KEY-----([A-Za-z0-9+/=\\s]+)-----END \\1 KEY-----");

    private final PrivateKey privateKey;
    private final PublicKey publicKey;
    private final HmacSha256 sealing;
    private volatile Signed lastKnown = Signed.NOTHING;

    /** A checkpoint of a log that is known to bear this key's signature: to find that out takes a process that begins 20 ms. */
    private record Signed(String logId, Optional<Checkpoint> checkpoint) {
        static final Signed NOTHING = new Signed("", Optional.empty());
    }

    private CheckpointKey(PrivateKey privateKey, PublicKey publicKey) {
        this.privateKey = privateKey;
        this.publicKey = publicKey;
        this.sealing = sealing(privateKey);
    }

    /** A key that nobody else has and that is gone with the process: for logs in memory. */
    public static CheckpointKey ephemeral() {
        try {
            KeyPair pair = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
            return new CheckpointKey(pair.getPrivate(), pair.getPublic());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Java 17 has Ed25519", e);
        }
    }

    /**
     * The key in a file, which is made for its owner alone when it does not exist. The file has the private key (PKCS #8) and the
     * public key (SubjectPublicKeyInfo) as PEM.
     *
     * @throws IOException if it cannot be read or made, or holds something else
     */
    public static CheckpointKey at(Path file) throws IOException {
        if (!Files.exists(file)) {
            make(file);
        }
        return read(file);
    }

    /**
     * The key in a file that exists.
     *
     * @throws IOException if it cannot be read, or holds something else
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
     * The key that verifies, from a file that holds it as PEM; a file of {@link #at} does.
     *
     * @throws IOException if it cannot be read or holds something else
     */
    public static PublicKey publicKeyAt(Path file) throws IOException {
        try {
            byte[] encoded = block(Files.readString(file, StandardCharsets.US_ASCII), "PUBLIC");
            return KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(encoded));
        } catch (GeneralSecurityException e) {
            throw new IOException("the file holds no public Ed25519 key", e);
        }
    }

    /** The key that verifies. */
    public PublicKey publicKey() {
        return publicKey;
    }

    /** The key that verifies, in base64 of its SubjectPublicKeyInfo. */
    String publicText() {
        return text(publicKey);
    }

    /** What people compare keys by: {@code SHA256:} and the hash of the public key. */
    public String fingerprint() {
        return fingerprint(publicText());
    }

    /** The same of a public key in base64. */
    static String fingerprint(String publicText) {
        byte[] hash = Sha256.of(Base64.getDecoder().decode(publicText));
        return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(hash);
    }

    /** The fingerprint of what a log names as its key; that may be anything. */
    static String shortName(String publicText) {
        return publicKey(publicText).isPresent() ? fingerprint(publicText) : "(not a key)";
    }

    /**
     * Whether a log belongs to this key; not if it does not say whose it is.
     *
     * @throws dev.airlock.runtime.audit.store.StoreUnavailableException if the log cannot be read
     */
    public boolean owns(AuditStore log) {
        return log.read(end -> end.mark().key()).equals(publicText());
    }

    /** The public half as PEM, for those who verify the log elsewhere. */
    public String publicPem() {
        return pem("PUBLIC", publicKey.getEncoded());
    }

    /** Both halves as PEM, as its file has them. Whoever has that can sign. */
    public String pem() {
        return pem("PRIVATE", privateKey.getEncoded()) + publicPem();
    }

    /** The key in base64 of its SubjectPublicKeyInfo; empty if it is none. */
    static Optional<PublicKey> publicKey(String base64) {
        try {
            byte[] encoded = Base64.getDecoder().decode(base64);
            return Optional.of(KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(encoded)));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** A key that verifies, in base64 of its SubjectPublicKeyInfo. */
    static String text(PublicKey key) {
        return Base64.getEncoder().encodeToString(key.getEncoded());
    }

    /** What shows a holder of this key that another one wrote that end of that log. */
    String seal(String logId, Head end) {
        return HexFormat.of().formatHex(sealed(logId, end));
    }

    /** Whether a holder of this key left that seal at that end of that log. */
    boolean seals(String logId, Head end, String seal) {
        return MessageDigest.isEqual(
                seal(logId, end).getBytes(StandardCharsets.UTF_8), seal.getBytes(StandardCharsets.UTF_8));
    }

    private byte[] sealed(String logId, Head end) {
        byte[] text = String.join("\n", logId, "" + end.seq(), end.hash()).getBytes(StandardCharsets.UTF_8);
        return sealing.of(digest -> digest.update(text));
    }

    /** A key of its own, so that no seal can be taken for a signature. */
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

    /** A signed statement that the log's record of that number has that hash. */
    Checkpoint sign(Checkpoint.Kind kind, String logId, long seq, String hash, long atMillis) {
        String signature = sign(statement(kind, logId, seq, hash, atMillis));
        Checkpoint checkpoint = new Checkpoint(kind, seq, hash, atMillis, signature);
        lastKnown = new Signed(logId, Optional.of(checkpoint));
        return checkpoint;
    }

    /** A signature of a statement, in base64. */
    String sign(byte[] statement) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(privateKey);
            signature.update(statement);
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("an Ed25519 key signs", e);
        }
    }

    /** Whether this key signed that statement about that log. What it signed or verified last is not verified again. */
    boolean hasSigned(String logId, Checkpoint checkpoint) {
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

    /** Whether the key signed that statement about that log. */
    static boolean verifies(PublicKey key, String logId, Checkpoint checkpoint) {
        byte[] statement =
                statement(checkpoint.kind(), logId, checkpoint.seq(), checkpoint.hash(), checkpoint.atMillis());
        return verifies(key, statement, checkpoint.signature());
    }

    /** Whether the key signed that statement. */
    static boolean verifies(PublicKey key, byte[] statement, String base64) {
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

    /** Whoever is slower uses the key that is there. */
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
            // another process was quicker
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
