package dev.airlock.runtime.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.Boundary;
import dev.airlock.failures.FailureClass;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.runtime.packages.ConnectorPackage;
import dev.airlock.runtime.packages.ContentHash;
import dev.airlock.runtime.packages.Keyring;
import dev.airlock.runtime.packages.Packages;
import dev.airlock.runtime.packages.SignatureCheck;
import dev.airlock.runtime.packages.SigningKey;
import dev.airlock.runtime.store.ConnectorStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody could do to a package between its publisher and the store, and the class that it comes to. Nothing is installed. */
class TamperingTest {
    private static final ConnectorPackage FIRST = Packages.of("github://acme/slack", "1.0.0");
    private static final ConnectorPackage SECOND = Packages.of("github://acme/slack", "1.1.0", "a.example:443");

    private final SigningKey key = SigningKey.generate();
    private final SigningKey stranger = SigningKey.generate();

    @TempDir
    private Path folder;

    @AfterEach
    void wipe() {
        key.close();
        stranger.close();
    }

    @Test
    void aPackageThatNobodyTouchedIsReady() throws Exception {
        Candidate candidate = check(key.sign(FIRST), "1.0.0", Optional.of(FIRST.hash()), trusting());

        assertThat(((Candidate.Ready) candidate).signature()).isInstanceOf(SignatureCheck.Verified.class);
        assertThat(((Candidate.Ready) candidate).before()).isEmpty();
    }

    @Test
    void signaturesOfAnotherPackageOfThePublisherAreASignatureFailure() throws Exception {
        ConnectorPackage other = key.sign(SECOND);

        assertRefused(
                FailureClass.SIGNATURE_FAILURE,
                check(
                        Packages.with(FIRST, other.signature(), other.signatureV2()),
                        "1.0.0",
                        Optional.empty(),
                        trusting()));
    }

    @Test
    void oneSignatureOfEachOfTwoPackagesIsASignatureFailure() throws Exception {
        ConnectorPackage mixed = Packages.with(
                FIRST, key.sign(FIRST).signature(), key.sign(SECOND).signatureV2());

        assertRefused(FailureClass.SIGNATURE_FAILURE, check(mixed, "1.0.0", Optional.empty(), trusting()));
    }

    @Test
    void aPackageWhoseSignaturesWereTakenOffIsASignatureFailure() throws Exception {
        assertRefused(FailureClass.SIGNATURE_FAILURE, check(FIRST, "1.0.0", Optional.empty(), trusting()));
    }

    @Test
    void aKeyOfAnotherPublisherIsASignatureFailure() throws Exception {
        Keyring both = trusting().with("github://acme/other", stranger.publicKey());

        assertRefused(FailureClass.SIGNATURE_FAILURE, check(stranger.sign(FIRST), "1.0.0", Optional.empty(), both));
    }

    @Test
    void aKeyThatWasTakenBackIsASignatureFailureWhereAnotherIsTrusted() throws Exception {
        Keyring rotated = trusting()
                .with("github://acme/slack", stranger.publicKey())
                .without("github://acme/slack", key.publicKey());

        assertRefused(FailureClass.SIGNATURE_FAILURE, check(key.sign(FIRST), "1.0.0", Optional.empty(), rotated));
    }

    @Test
    void anotherHashThanThePinnedOneIsAHashMismatchBeforeAnythingElse() throws Exception {
        Candidate candidate = check(key.sign(SECOND), "1.1.0", Optional.of(FIRST.hash()), trusting());

        assertRefused(FailureClass.HASH_MISMATCH, candidate);
        assertThat(((Candidate.Refused) candidate).failure().details())
                .containsEntry("expected", FIRST.hash().text())
                .containsEntry("actual", SECOND.hash().text());
    }

    @Test
    void anOlderVersionInThePlaceOfANewerOneIsNotWhatWasAskedFor() throws Exception {
        Candidate candidate = check(key.sign(FIRST), "1.1.0", Optional.empty(), trusting());

        assertThat(((Candidate.Unfit) candidate).why()).contains("It is github://acme/slack@1.0.0");
        assertNothingInstalled();
    }

    @Test
    void aManifestThatIsNoneIsUnfitWhateverItsHash() throws Exception {
        ConnectorPackage noise = ConnectorPackage.unsigned(FIRST.module(), new byte[] {(byte) 0xff, 1});

        assertThat(check(noise, "1.0.0", Optional.of(noise.hash()), Keyring.empty()))
                .isInstanceOf(Candidate.Unfit.class);
        assertNothingInstalled();
    }

    @Test
    void thatItIsInstalledAlreadySparesNoCheck() throws Exception {
        store().put(key.sign(FIRST));

        assertRefusedWith(check(FIRST, "1.0.0", Optional.empty(), trusting()), FailureClass.SIGNATURE_FAILURE);
        assertThat(store().read(FIRST.hash()).orElseThrow().isSigned()).isTrue();
    }

    @Test
    void anUpdateKnowsWhatItUpdates() throws Exception {
        store().put(key.sign(FIRST));

        Candidate.Ready update = (Candidate.Ready) check(key.sign(SECOND), "1.1.0", Optional.empty(), trusting());

        assertThat(update.before().orElseThrow().connector().version()).hasToString("1.0.0");
        assertThat(update.install(store())).isTrue();
        assertThat(store().list()).hasSize(2);
    }

    private Keyring trusting() {
        return Keyring.empty().with("github://acme/slack", key.publicKey());
    }

    private ConnectorStore store() {
        return new ConnectorStore(folder.resolve("store"));
    }

    private Candidate check(ConnectorPackage content, String version, Optional<ContentHash> hash, Keyring keyring)
            throws IOException {
        ConnectorReference wanted =
                ConnectorReference.parse("github://acme/slack@" + version).orThrow();
        return Candidate.check(content, wanted, hash, keyring, store());
    }

    private void assertRefused(FailureClass expected, Candidate candidate) {
        assertRefusedWith(candidate, expected);
        assertNothingInstalled();
    }

    private static void assertRefusedWith(Candidate candidate, FailureClass expected) {
        assertThat(candidate).isInstanceOf(Candidate.Refused.class);
        assertThat(((Candidate.Refused) candidate).failure()).satisfies(failure -> {
            assertThat(failure.failureClass()).isEqualTo(expected);
            assertThat(failure.boundary()).isEqualTo(Boundary.RUNTIME);
            assertThat(failure.retriable()).isFalse();
        });
    }

    private void assertNothingInstalled() {
        assertThat(folder.resolve("store")).doesNotExist();
    }
}
