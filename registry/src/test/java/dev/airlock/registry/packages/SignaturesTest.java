package dev.airlock.registry.packages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.manifests.names.ConnectorName;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SignaturesTest {
    private static final ConnectorPackage CONTENT = Packages.of("github://acme/slack", "1.0.0");
    private static final ConnectorName NAME =
            ConnectorName.parse("github://acme/slack").orThrow();

    private final SigningKey key = SigningKey.generate();
    private final SigningKey other = SigningKey.generate();

    @TempDir
    private Path folder;

    @AfterEach
    void wipe() {
        key.close();
        other.close();
    }

    @Test
    void bothSignaturesAreWhatTheContractSaysAndAnotherImplementationVerifiesThem() throws Exception {
        ConnectorPackage signed = key.sign(CONTENT);
        byte[] module = CONTENT.module();
        byte[] manifest = CONTENT.manifest();
        byte[] v1 = ByteBuffer.allocate(module.length + manifest.length)
                .put(module)
                .put(manifest)
                .array();
        byte[] purpose = "airlock-package-v2\0".getBytes(StandardCharsets.US_ASCII);
        byte[] v2 = ByteBuffer.allocate(purpose.length + 16 + v1.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(purpose)
                .putLong(module.length)
                .put(module)
                .putLong(manifest.length)
                .put(manifest)
                .array();

        assertThat(verifiedByTheJvm(v1, signed.signature().orElseThrow())).isTrue();
        assertThat(verifiedByTheJvm(v2, signed.signatureV2().orElseThrow())).isTrue();
        assertThat(verifiedByTheJvm(v1, signed.signatureV2().orElseThrow())).isFalse();
    }

    /** RFC 8032, section 7.1, test 2: a known key and its signature. */
    @Test
    void aRawSeedMakesTheKeyThatTheStandardSays() {
        byte[] seed = HexFormat.of().parseHex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");
        byte[] raw = HexFormat.of().parseHex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");

        try (SigningKey known = SigningKey.decode(seed).orElseThrow()) {
            assertThat(known.publicKey()).isEqualTo(PublisherKey.decode(raw).orElseThrow());
        }
    }

    @Test
    void keysOfOtherToolsAreReadAsPem() throws Exception {
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        byte[] secret = Pem.encode(pair.getPrivate().getEncoded(), Pem.PRIVATE).getBytes(StandardCharsets.US_ASCII);
        byte[] open = Pem.encode(pair.getPublic().getEncoded(), Pem.PUBLIC).getBytes(StandardCharsets.US_ASCII);

        try (SigningKey foreign = SigningKey.decode(secret).orElseThrow()) {
            assertThat(foreign.publicKey()).isEqualTo(PublisherKey.decode(open).orElseThrow());
            assertThat(foreign.publicKey().pem().getBytes(StandardCharsets.US_ASCII))
                    .isEqualTo(open);
        }
    }

    @Test
    void whatIsNoKeyIsRefused() throws Exception {
        KeyPair rsa = KeyPairGenerator.getInstance("RSA").generateKeyPair();
        String pem = Pem.encode(rsa.getPublic().getEncoded(), Pem.PUBLIC);

        assertThat(PublisherKey.decode(pem.getBytes(StandardCharsets.US_ASCII))).isEmpty();
        assertThat(PublisherKey.decode(new byte[0])).isEmpty();
        assertThat(PublisherKey.decode(new byte[31])).isEmpty();
        assertThat(PublisherKey.decode("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----"
                        .getBytes(StandardCharsets.US_ASCII)))
                .isEmpty();
        assertThat(SigningKey.decode("not a key".getBytes(StandardCharsets.US_ASCII)))
                .isEmpty();
    }

    @Test
    void aKeyOfSmallOrderIsRefusedSinceAnybodyCouldSignForIt() {
        byte[] neutral = new byte[32];
        neutral[0] = 1;

        assertThat(PublisherKey.decode(neutral)).isEmpty();
        assertThat(PublisherKey.decode(new byte[32])).isEmpty();
    }

    @Test
    void aPrivateKeyIsAtRestUnderItsPassphraseOnly() {
        byte[] file = key.encrypted("correct horse".toCharArray());

        assertThat(SigningKey.isEncrypted(file)).isTrue();
        assertThat(SigningKey.open(file, "correct horse".toCharArray())
                        .orElseThrow()
                        .publicKey())
                .isEqualTo(key.publicKey());
        assertThat(SigningKey.open(file, "wrong horse".toCharArray())).isEmpty();
        byte[] altered = new String(file, StandardCharsets.US_ASCII)
                .replace("\"passes\":3", "\"passes\":1")
                .getBytes(StandardCharsets.US_ASCII);
        assertThat(SigningKey.open(altered, "correct horse".toCharArray())).isEmpty();
        assertThat(SigningKey.decode(file)).isEmpty();
    }

    @Test
    void nobodyIsTrustedByDefault() {
        assertThat(Keyring.empty().check(key.sign(CONTENT), NAME))
                .isEqualTo(new SignatureCheck.NobodyTrusted("github://acme/slack"));
        assertThat(Keyring.empty().check(CONTENT, NAME)).isEqualTo(new SignatureCheck.Unsigned());
    }

    @Test
    void aTrustedKeyVerifiesBothFormsAndSaysSo() {
        assertThat(trusting(key).check(key.sign(CONTENT), NAME))
                .isEqualTo(new SignatureCheck.Verified(
                        "github://acme/slack", key.publicKey(), Set.of(SignatureForm.V1, SignatureForm.V2)));
    }

    @Test
    void aPackageOfThePublicContractBearsTheFirstFormOnlyAndThatIsSaid() {
        ConnectorPackage published = Packages.with(CONTENT, key.sign(CONTENT).signature(), Optional.empty());

        assertThat(trusting(key).check(published, NAME))
                .isEqualTo(
                        new SignatureCheck.Verified("github://acme/slack", key.publicKey(), Set.of(SignatureForm.V1)));
    }

    @Test
    void whoeverTakesTheSignaturesOffOfATrustedPublishersPackageWinsNothing() {
        assertFailed(trusting(key).check(CONTENT, NAME), "It is not signed");
    }

    @Test
    void aSignatureOfAnotherKeyFails() {
        assertFailed(trusting(key).check(other.sign(CONTENT), NAME), "none of the trusted keys");
    }

    @Test
    void aKeyCountsForItsOwnPublisherOnly() {
        Keyring keyring = trusting(key).with("github://other/slack", other.publicKey());

        assertFailed(keyring.check(other.sign(CONTENT), NAME), "none of the trusted keys");
    }

    @Test
    void oneSignatureThatIsWrongFailsWhateverTheOtherIs() {
        ConnectorPackage signed = key.sign(CONTENT);
        byte[] wrong = signed.signature().orElseThrow();
        wrong[5] ^= 1;

        assertFailed(trusting(key).check(Packages.with(CONTENT, Optional.of(wrong), signed.signatureV2()), NAME), "v1");
        assertFailed(trusting(key).check(Packages.with(CONTENT, signed.signature(), Optional.of(wrong)), NAME), "v2");
        assertFailed(
                trusting(key).check(Packages.with(CONTENT, Optional.of(new byte[0]), signed.signatureV2()), NAME),
                "v1");
    }

    @Test
    void eachByteOfASignatureAndOfWhatItIsMadeOverCounts() {
        ConnectorPackage signed = key.sign(CONTENT);
        for (int at = 0; at < 64; at++) {
            byte[] wrong = signed.signatureV2().orElseThrow();
            wrong[at] ^= 1;
            assertFailed(trusting(key).check(Packages.with(CONTENT, Optional.empty(), Optional.of(wrong)), NAME), "v2");
        }
        for (int at = 0; at < CONTENT.manifest().length; at++) {
            byte[] manifest = CONTENT.manifest();
            manifest[at] ^= 1;
            ConnectorPackage altered = new ConnectorPackage(
                    CONTENT.module(),
                    manifest,
                    new ConnectorPackage.Signatures(signed.signature(), signed.signatureV2()));
            assertFailed(trusting(key).check(altered, NAME), "altered");
        }
    }

    @Test
    void theSecondFormNoticesThatTheBoundaryWasMoved() {
        byte[] module = CONTENT.module();
        byte[] manifest = CONTENT.manifest();
        byte[] shorter = java.util.Arrays.copyOf(module, module.length - 1);
        byte[] longer = new byte[manifest.length + 1];
        longer[0] = module[module.length - 1];
        System.arraycopy(manifest, 0, longer, 1, manifest.length);
        ConnectorPackage signed = key.sign(CONTENT);

        ConnectorPackage moved = new ConnectorPackage(
                shorter, longer, new ConnectorPackage.Signatures(signed.signature(), signed.signatureV2()));

        assertThat(moved.hash()).isEqualTo(CONTENT.hash());
        assertFailed(trusting(key).check(moved, NAME), "v2");
    }

    @Test
    void aPublisherMayHaveSeveralKeysWhileOneTakesOverFromAnother() {
        Keyring both = trusting(key).with("github://acme/slack", other.publicKey());

        assertThat(both.check(key.sign(CONTENT), NAME)).isInstanceOf(SignatureCheck.Verified.class);
        assertThat(both.check(other.sign(CONTENT), NAME)).isInstanceOf(SignatureCheck.Verified.class);
        Keyring rotated = both.without("github://acme/slack", key.publicKey());
        assertFailed(rotated.check(key.sign(CONTENT), NAME), "none of the trusted keys");
        assertThat(rotated.check(other.sign(CONTENT), NAME)).isInstanceOf(SignatureCheck.Verified.class);
    }

    @Test
    void aKeyringIsWrittenAsTheContractSaysAndForItsOwnerAlone() throws Exception {
        Path file = folder.resolve("home/keyring.json");
        new KeyringFile(file).change(keyring -> keyring.with("github://acme/slack", key.publicKey()), () -> {});

        assertThat(Files.readString(file).replaceAll("\\s", ""))
                .isEqualTo("{\"version\":1,\"publishers\":{\"github://acme/slack\":[\""
                        + key.publicKey().base64() + "\"]}}");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(new KeyringFile(file).read()).isEqualTo(trusting(key));
    }

    @Test
    void aKeyThatSomebodyWroteTwiceIsGoneOnceItIsRemoved() {
        Keyring twice = new Keyring(
                java.util.Map.of("github://acme/slack", java.util.List.of(key.publicKey(), key.publicKey())));

        org.assertj.core.api.Assertions.assertThat(twice.without("github://acme/slack", key.publicKey()))
                .isEqualTo(Keyring.empty());
    }

    @Test
    void aKeyringThatIsNotAsItWasWrittenTrustsNobody() throws Exception {
        Path file = folder.resolve("keyring.json");
        String good = "{\"version\":1,\"publishers\":{\"github://acme/slack\":[\""
                + key.publicKey().base64() + "\"]}}";
        for (String bad : java.util.List.of(
                "",
                "{}",
                good.substring(1),
                good.replace(":1,", ":2,"),
                good.replace(":1,", ":\"1\","),
                good.replace(":1,", ":1.5,"),
                good.replace("github", "gitbub"),
                good.replace("/slack", "/slack/sub"),
                good.replace("/slack", ""),
                good.replace("[\"", "[\"A"),
                good.replace("\"]", "\",\"AAAA\"]"),
                "{\"version\":1,\"publishers\":{\"github://acme/slack\":[]}}",
                good.replace("{\"version\"", "{\"version\":1,\"version\""))) {
            Files.writeString(file, bad);

            org.assertj.core.api.Assertions.assertThatThrownBy(() -> new KeyringFile(file).read())
                    .as(bad)
                    .hasMessageContaining("Airlock trusts no key in it");
        }
    }

    private Keyring trusting(SigningKey trusted) {
        return Keyring.empty().with("github://acme/slack", trusted.publicKey());
    }

    private static void assertFailed(SignatureCheck check, String why) {
        assertThat(check).isInstanceOf(SignatureCheck.Failed.class);
        assertThat(((SignatureCheck.Failed) check).why()).contains(why);
    }

    private boolean verifiedByTheJvm(byte[] message, byte[] signature) throws Exception {
        byte[] der = Base64.getMimeDecoder().decode(key.publicKey().pem().replaceAll("-----[A-Z ]+-----", ""));
        Signature verifier = Signature.getInstance("Ed25519");
        verifier.initVerify(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(der)));
        verifier.update(message);
        return verifier.verify(signature);
    }
}
