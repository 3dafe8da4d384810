package dev.airlock.registry.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.FailureClass;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.registry.packages.ConnectorPackage;
import dev.airlock.registry.packages.Keyring;
import dev.airlock.registry.packages.Packages;
import dev.airlock.registry.packages.SignatureCheck;
import dev.airlock.registry.packages.SigningKey;
import dev.airlock.registry.store.ConnectorStore;
import dev.airlock.runtime.files.HomeSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The candidates that pass; {@link TamperingTest} has those that fail. */
class CandidateTest {
    private static final ConnectorPackage FIRST = Packages.of("github://acme/slack", "1.0.0");
    private static final ConnectorPackage SECOND = Packages.of("github://acme/slack", "1.1.0", "a.example:443");

    private final SigningKey key = SigningKey.generate();
    private final Keyring trusting = Keyring.empty().with("github://acme/slack", key.publicKey());

    @TempDir
    private Path folder;

    @AfterEach
    void wipe() {
        key.close();
    }

    @Test
    void aPackageThatNobodyTouchedIsReadyAndThenInstalledAsItsPublishers() throws Exception {
        Candidate.Ready ready = (Candidate.Ready) check(key.sign(FIRST), "1.0.0");

        assertThat(ready.signature()).isInstanceOf(SignatureCheck.Verified.class);
        assertThat(ready.before()).isEmpty();
        assertThat(folder.resolve("store")).doesNotExist();
        store().put(ready.content());
        Installed.Whole whole = (Installed.Whole) installed("1.0.0", trusting);
        assertThat(whole.content().hash()).isEqualTo(FIRST.hash());
        assertThat(whole.identity()).isInstanceOf(ConnectorIdentity.Signed.class);
    }

    @Test
    void anUpdateKnowsWhatItUpdates() throws Exception {
        store().put(key.sign(FIRST));

        Candidate.Ready update = (Candidate.Ready) check(key.sign(SECOND), "1.1.0");

        assertThat(update.before().orElseThrow().connector().version()).hasToString("1.0.0");
        assertThat(store().put(update.content())).isTrue();
        assertThat(store().list()).hasSize(2);
    }

    @Test
    void whatIsInstalledAlreadyIsComparedWithWhatItStandsBesideAndNotWithItself() throws Exception {
        store().put(key.sign(FIRST));
        store().put(key.sign(SECOND));

        Candidate.Ready again = (Candidate.Ready) check(key.sign(SECOND), "1.1.0");
        Candidate.Ready others = (Candidate.Ready)
                check(key.sign(Packages.of("github://acme/slack", "1.1.0", "b.example:443")), "1.1.0");

        assertThat(again.before().orElseThrow().connector().version()).hasToString("1.0.0");
        assertThat(others.before().orElseThrow().connector().version()).hasToString("1.1.0");
    }

    @Test
    void whatNobodyVouchesForIsInstalledAsOneThatNobodySigned() throws Exception {
        store().put(key.sign(FIRST));

        Installed.Whole whole = (Installed.Whole) installed("1.0.0", Keyring.empty());

        assertThat(whole.identity()).isInstanceOf(ConnectorIdentity.Unsigned.class);
    }

    @Test
    void aHomeCanRefuseWhatNobodyCanCheck() throws Exception {
        HomeSettings strict = new HomeSettings(Optional.empty(), List.of(), false);
        Candidate unsigned = Candidate.of(wanted -> FIRST, reference("1.0.0"), Keyring.empty(), store());
        Candidate unchecked = Candidate.of(wanted -> key.sign(FIRST), reference("1.0.0"), Keyring.empty(), store());

        assertThat(unsigned.under(HomeSettings.STANDARD)).isSameAs(unsigned);
        assertThat(((Candidate.Refused) unsigned.under(strict)).failure())
                .satisfies(failure -> assertThat(failure.failureClass()).isEqualTo(FailureClass.SIGNATURE_FAILURE))
                .satisfies(failure -> assertThat(failure.message())
                        .isEqualTo("github://acme/slack@1.0.0 is not verified. It cannot be checked, and"
                                + " settings.toml of this home allows only connectors that a trusted key signed ([install] unsigned ="
                                + " false). Nothing was installed. If you know the publisher, trust its key (airlock keyring"
                                + " trust), then install it again."));
        assertThat(unchecked.under(strict)).isInstanceOf(Candidate.Refused.class);
        assertThat(check(key.sign(FIRST), "1.0.0").under(strict)).isInstanceOf(Candidate.Ready.class);
    }

    @Test
    void whatIsNotInstalledIsMissing() throws Exception {
        assertThat(installed("1.0.0", trusting)).isInstanceOf(Installed.Missing.class);
        store().put(FIRST);
        assertThat(installed("3.0.0", trusting)).as("another version").isInstanceOf(Installed.Missing.class);
    }

    private ConnectorStore store() {
        return new ConnectorStore(folder.resolve("store"));
    }

    private Candidate check(ConnectorPackage content, String version) throws IOException {
        return Candidate.of(wanted -> content, reference(version), trusting, store());
    }

    private Installed installed(String version, Keyring keyring) throws IOException {
        return Installed.at(FIRST.hash(), reference(version), store(), keyring);
    }

    private static ConnectorReference reference(String version) {
        return ConnectorReference.parse("github://acme/slack@" + version).orThrow();
    }
}
