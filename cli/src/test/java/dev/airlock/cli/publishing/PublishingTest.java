package dev.airlock.cli.publishing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import dev.airlock.cli.console.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the way from a publisher's folder to a user's store, with the commands of both. */
class PublishingTest {
    private static final String NAME = "github://acme/echo";
    private static final String REFERENCE = NAME + "@1.0.0";

    @TempDir
    private Path folder;

    private CommandRun user;
    private CommandRun publisher;

    @BeforeEach
    void aConnector() throws IOException {
        Path connector = Files.createDirectories(folder.resolve("echo"));
        Files.copy(CommandRun.CONNECTORS.resolve("echo/connector.wasm"), connector.resolve("connector.wasm"));
        manifest("1.0.0", "");
        user = CommandRun.standard().in(folder).home(folder.resolve("home"));
        publisher = user.typing(prompt -> Optional.of("correct horse".toCharArray()));
    }

    @Test
    void theSameFolderMakesTheSameArchiveAndAnUnsignedOneSaysSo() throws IOException {
        CommandRun.Result packed = user.with("pack", "echo", "--out", "a.tar.gz");

        assertThat(packed.exitCode()).as(packed.all()).isZero();
        assertThat(packed.out()).contains("connector  " + REFERENCE, "hash       sha256:", "signature  none");
        user.with("pack", "echo", "--out", "b.tar.gz");
        assertThat(Files.readAllBytes(folder.resolve("a.tar.gz")))
                .isEqualTo(Files.readAllBytes(folder.resolve("b.tar.gz")));
    }

    @Test
    void anArchiveHasNoNamesUnlessTheyAreKept() throws IOException {
        Path module = folder.resolve("echo/connector.wasm");
        String plain = user.with("pack", "echo", "--json").json().at("/hash").asText();
        byte[] names = {0, 8, 4, 'n', 'a', 'm', 'e', 0, 1, 'x'};
        Files.write(module, names, StandardOpenOption.APPEND);

        assertThat(user.with("pack", "echo", "--json").json().at("/hash").asText())
                .isEqualTo(plain);
        assertThat(user.with("pack", "echo", "--keep-names", "--json")
                        .json()
                        .at("/hash")
                        .asText())
                .isNotEqualTo(plain);
    }

    @Test
    void aPublisherSignsAndAUserTrustsVerifiesInstallsAndRunsGc() throws IOException {
        signedArchive();

        CommandRun.Result nobody = user.with("verify", "airlock.tar.gz");
        assertThat(nobody.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(nobody.err()).contains("signature_failure", "no key is trusted");
        assertThat(user.explained(user.with("verify", "airlock.tar.gz", "--json"))
                        .out())
                .contains("signature_failure");
        CommandRun.Result trusted = user.with("keyring", "trust", NAME, "publisher.key.pub");
        assertThat(trusted.exitCode()).as(trusted.all()).isZero();
        assertThat(user.with("keyring", "list").out()).startsWith(NAME + "  SHA256:");
        CommandRun.Result verified = user.with("verify", "airlock.tar.gz");
        assertThat(verified.exitCode()).as(verified.all()).isZero();
        assertThat(verified.out()).contains("verified (v1 and v2), of " + NAME);

        CommandRun.Result installed = install("--yes");
        assertThat(installed.exitCode()).as(installed.all()).isZero();
        assertThat(installed.err())
                .contains("connector   " + NAME, "verified (v1 and v2)", "it may      write lines to its log");
        assertThat(user.with("store", "list").out()).contains(REFERENCE);
        assertThat(user.with("store", "verify").exitCode()).isZero();
        assertThat(user.with("store", "gc").out()).contains("nothing to remove");
        assertThat(user.with("audit", "export").out()).contains("\"trust in a key\"", "\"what\":\"install\"");
    }

    @Test
    void onlyTheKeyWhoseFingerprintIsExpectedIsTrusted() throws IOException {
        String made = publisher.with("keygen", "publisher.key").out();
        String fingerprint = made.substring(made.indexOf("SHA256:")).strip();
        String[] trust = {"keyring", "trust", NAME, "publisher.key.pub", "--fingerprint"};

        CommandRun.Result other = user.with(
                Stream.concat(Stream.of(trust), Stream.of("SHA256:other")).toArray(String[]::new));
        assertThat(other.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(other.err()).contains("has the fingerprint " + fingerprint, "No key was trusted.");
        assertThat(user.with("keyring", "list").out()).isEqualTo("no publisher is trusted\n");

        CommandRun.Result same = user.with(
                Stream.concat(Stream.of(trust), Stream.of(fingerprint)).toArray(String[]::new));
        assertThat(same.exitCode()).as(same.all()).isZero();
    }

    @Test
    void aFolderThatArchivesLieInIsAPlaceToInstallFrom() throws IOException {
        signedArchive();
        Path shelf = Files.createDirectories(folder.resolve("shelf/v1.0.0"));
        Files.copy(folder.resolve("airlock.tar.gz"), shelf.resolve("airlock.tar.gz"));

        for (String place : new String[] {"shelf", "shelf/v1.0.0"}) {
            CommandRun.Result installed = user.with("install", REFERENCE, "--from", place, "--yes");
            assertThat(installed.exitCode()).as(installed.all()).isZero();
        }
        CommandRun.Result typed = user.with("install", "shelf/v1.0.0/airlock.tar.gz");
        assertThat(typed.err()).contains("airlock install " + REFERENCE + " --from shelf/v1.0.0/airlock.tar.gz");
    }

    @Test
    void whatIsInstalledInOneVersionIsUninstalledByItsName() throws IOException {
        signedArchive();
        assertThat(user.with("uninstall", NAME).err()).contains(NAME + " is not installed; nothing was removed.");
        install("--yes");

        assertThat(user.with("uninstall", NAME).out()).isEqualTo("uninstalled " + REFERENCE + "\n");
        assertThat(user.with("store", "list").out()).isEqualTo("nothing is installed\n");
    }

    @Test
    void thePrivateKeyIsNeverShownNorOverwrittenAndIsForItsOwnerAlone() throws IOException {
        CommandRun.Result made = publisher.with("keygen", "publisher.key");

        assertThat(made.exitCode()).as(made.all()).isZero();
        assertThat(made.out()).contains("fingerprint  SHA256:");
        String file = Files.readString(folder.resolve("publisher.key"));
        assertThat(file).contains("argon2id").doesNotContain("PRIVATE");
        assertThat(Files.getPosixFilePermissions(folder.resolve("publisher.key")))
                .hasSize(2);
        assertThat(publisher.with("keygen", "publisher.key").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(Files.readString(folder.resolve("publisher.key"))).isEqualTo(file);
        assertThat(user.typing(prompt -> Optional.of("wrong".toCharArray()))
                        .with("pack", "echo", "--key", "publisher.key")
                        .err())
                .contains("does not open");
        assertThat(folder.resolve("airlock.tar.gz")).doesNotExist();
    }

    @Test
    void aFileInThePlaceOfAKeysFolderIsNotTakenForTheKey() throws IOException {
        Files.writeString(folder.resolve("keys"), "");

        CommandRun.Result refused = publisher.with("keygen", "keys/publisher.key");

        assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err()).contains("keys/publisher.key cannot be written. Name a file in a folder");
    }

    @Test
    void theFolderOfAKeyIsCreated() {
        CommandRun.Result made = publisher.with("keygen", "keys/acme/publisher.key");

        assertThat(made.exitCode()).as(made.all()).isZero();
        assertThat(folder.resolve("keys/acme/publisher.key.pub")).exists();
    }

    @Test
    void aKeyOrASourceIsNotOverwrittenByAnArchive() throws IOException {
        publisher.with("keygen", "publisher.key");
        byte[] key = Files.readAllBytes(folder.resolve("publisher.key"));
        byte[] module = Files.readAllBytes(folder.resolve("echo/connector.wasm"));
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("publisher.key"));
        assertThat(user.with("pack", "echo").exitCode()).isZero();

        assertNotOverwritten("sign", "airlock.tar.gz", "--key", "publisher.key", "--out", "publisher.key");
        assertNotOverwritten("sign", "airlock.tar.gz", "--key", "publisher.key", "--out", "link");
        assertNotOverwritten("pack", "echo", "--key", "publisher.key", "--out", "publisher.key");
        assertNotOverwritten("pack", "echo", "--out", "echo/connector.wasm");
        assertNotOverwritten("pack", "echo", "--out", "echo/../echo/manifest.toml");

        assertThat(folder.resolve("publisher.key")).hasBinaryContent(key);
        assertThat(folder.resolve("echo/connector.wasm")).hasBinaryContent(module);
    }

    @Test
    void aPairOfWhichHalfCannotBeWrittenIsNotThere() {
        String longest = "k".repeat(252); // the name of the public key has no room for its extension

        CommandRun.Result refused = publisher.with("keygen", longest);

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains(".pub cannot be written");
        assertThat(folder.resolve(longest)).doesNotExist();
    }

    private void assertNotOverwritten(String... command) {
        CommandRun.Result refused = publisher.with(command);
        assertThat(refused.exitCode()).as(refused.all()).isEqualTo(2);
        assertThat(refused.err()).contains("is not overwritten. Name another file with --out.");
    }

    @Test
    void anEncryptedKeyOrAPassphraseThatOthersMayReadIsSpokenOf() throws IOException {
        signedArchive();
        permit("publisher.key", "rw-r--r--");
        Files.writeString(folder.resolve("passphrase"), "correct horse");
        permit("passphrase", "rw-r-----");

        CommandRun.Result signed = user.environment("AIRLOCK_PASSPHRASE_FILE", "passphrase")
                .with("sign", "airlock.tar.gz", "--key", "publisher.key");

        assertThat(signed.exitCode()).as(signed.all()).isZero();
        assertThat(signed.err().lines())
                .containsExactly(
                        "airlock: others may read publisher.key. Run: chmod 600 publisher.key",
                        "airlock: others may read passphrase. Run: chmod 600 passphrase");
    }

    @Test
    void aPlainKeyThatOthersMayReadIsNotSignedWith() throws IOException {
        user.with("pack", "echo");
        Files.write(folder.resolve("raw.key"), new byte[32]);
        permit("raw.key", "rw----r--");

        CommandRun.Result refused = user.with("sign", "airlock.tar.gz", "--key", "raw.key");

        assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err()).contains("Others may read raw.key", "Nothing was signed. Run: chmod 600 raw.key");
        permit("raw.key", "rw-------");
        CommandRun.Result signed = user.with("sign", "airlock.tar.gz", "--key", "raw.key");
        assertThat(signed.exitCode()).as(signed.all()).isZero();
        assertThat(signed.err()).isEmpty();
    }

    @Test
    void aKeyThatIsCutOffOrNoneSaysWhatIsTaken() throws IOException {
        signedArchive();
        byte[] key = Files.readAllBytes(folder.resolve("publisher.key"));
        for (int length : new int[] {0, 10, key.length / 2, key.length - 2}) {
            Files.write(folder.resolve("publisher.key"), Arrays.copyOf(key, length));
            assertThat(publisher
                            .with("sign", "airlock.tar.gz", "--key", "publisher.key")
                            .err())
                    .contains("publisher.key holds no complete private Ed25519 key. Name a file");
        }
    }

    @Test
    void aKeyringThatOthersMayWriteOrThatIsDamagedIsNotUsed() throws IOException {
        signedArchive();
        user.with("keyring", "trust", NAME, "publisher.key.pub");
        permit("home/keyring.json", "rw-rw----");

        for (CommandRun.Result refused : List.of(user.with("keyring", "list"), install("--yes"))) {
            assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(refused.err())
                    .contains("Other users may write the keyring", "and so decide who is trusted", "chmod go-w ");
        }
        permit("home/keyring.json", "rw-------");
        Files.writeString(folder.resolve("home/keyring.json"), "{");
        assertThat(user.with("keyring", "remove", NAME).err()).contains("is damaged");
        assertNothingInstalled();
    }

    private void permit(String file, String permissions) throws IOException {
        Files.setPosixFilePermissions(folder.resolve(file), PosixFilePermissions.fromString(permissions));
    }

    @Test
    void anAlteredArchiveIsASignatureFailureThatYesDoesNotPass() throws IOException {
        signedArchive();
        user.with("keyring", "trust", NAME, "publisher.key.pub");
        manifest("1.0.0", "[capabilities.network]\nhosts = [\"evil.example:443\"]\n");
        user.with("pack", "echo", "--out", "altered.tar.gz");

        CommandRun.Result refused = user.with("install", REFERENCE, "--from", "altered.tar.gz", "--yes", "--json");

        assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(refused.json().at("/error/class").asText()).isEqualTo("signature_failure");
        assertThat(user.explained(refused).out())
                .contains("loading " + NAME + " failed: signature_failure at runtime.");
        assertNothingInstalled();
    }

    @Test
    void aHashThatIsNotTheExpectedOneIsAHashMismatch() throws IOException {
        user.with("pack", "echo");

        CommandRun.Result refused = install("--yes", "--json", "--hash", "sha256:" + "0".repeat(64));

        assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(refused.json().at("/error/class").asText()).isEqualTo("hash_mismatch");
        assertThat(user.explained(refused).out()).contains("failed: hash_mismatch at runtime.");
        assertNothingInstalled();
    }

    @Test
    void anotherConnectorOrAnOlderVersionThanWasAskedForIsRefused() throws IOException {
        user.with("pack", "echo");

        CommandRun.Result other =
                user.with("install", "github://acme/slack@1.0.0", "--from", "airlock.tar.gz", "--yes");
        CommandRun.Result newer = user.with("install", NAME + "@1.1.0", "--from", "airlock.tar.gz", "--yes");

        assertThat(other.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(newer.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(newer.err())
                .contains("The package there is " + REFERENCE + ", not " + NAME + "@1.1.0. Nothing was installed.");
        assertNothingInstalled();
    }

    @Test
    void whoeverCancelsLeavesNothingBehind() throws IOException {
        user.with("pack", "echo");

        CommandRun.Result cancelled =
                user.onATerminal().stdin("n\n").with("install", REFERENCE, "--from", "airlock.tar.gz");
        CommandRun.Result nobody = install();

        assertThat(cancelled.exitCode()).isEqualTo(ExitCode.CANCELLED);
        assertThat(cancelled.err()).contains("NONE: it is not signed", "Install it? [y/N]", "Nothing was installed.");
        assertThat(nobody.exitCode()).isEqualTo(ExitCode.USAGE);
        assertNothingInstalled();
    }

    @Test
    void anUpdateShowsWhatIsNewAboutWhatItMayDo() throws IOException {
        manifest("1.0.0", "[capabilities.network]\nhosts = [\"a.example:443\", \"b.example:443\"]\n");
        user.with("pack", "echo");
        assertThat(install("--yes").err()).contains("it may      talk to a.example:443");
        manifest("1.1.0", "[capabilities.network]\nhosts = [\"b.example:443\", \"c.example:443\"]\n");
        user.with("pack", "echo");

        CommandRun.Result update =
                user.onATerminal().stdin("y\n").with("install", NAME + "@1.1.0", "--from", "airlock.tar.gz");

        assertThat(update.exitCode()).as(update.all()).isZero();
        assertThat(update.err())
                .contains(
                        "1.1.0, installed is 1.0.0",
                        "NEW: it may talk to c.example:443",
                        "it may      talk to b.example:443",
                        "no longer   talk to a.example:443");
        assertThat(user.with("audit", "export").out()).contains("\"what\":\"install\"", "\"what\":\"update\"");
        assertThat(user.with("store", "gc").out()).contains(REFERENCE).doesNotContain("1.1.0");
        assertThat(user.with("audit", "export").out()).contains("\"what\":\"removed connectors\"");
    }

    @Test
    void anAlteredStoreIsFoundAndTheActionThatPinsItDoesNotRun() throws IOException {
        user.with("pack", "echo");
        String hash = install("--yes", "--json").json().at("/hash").asText();
        Path action = Files.createDirectories(folder.resolve("deep/elsewhere")).resolve("echo.md");
        Files.writeString(action, action(hash));

        CommandRun.Result good = user.with("action", "run", action.toString(), "--json");
        assertThat(good.exitCode()).as(good.all()).isZero();
        Path module = folder.resolve("home/store/sha256")
                .resolve(hash.substring("sha256:".length()))
                .resolve("connector.wasm");
        byte[] bytes = Files.readAllBytes(module);
        bytes[bytes.length - 1] ^= 1;
        Files.write(module, bytes);

        CommandRun.Result bad = user.with("action", "run", action.toString(), "--json");
        assertThat(bad.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(bad.json().at("/error/class").asText()).isEqualTo("hash_mismatch");
        assertThat(user.explained(bad).out()).contains("hash_mismatch");
        assertThat(user.with("store", "verify").exitCode()).isEqualTo(ExitCode.FAILURE);
    }

    @Test
    void aKeyThatIsRemovedVerifiesNothingAnyMore() throws IOException {
        signedArchive();
        user.with("keyring", "trust", NAME, "publisher.key.pub");

        CommandRun.Result removed = user.with("keyring", "remove", NAME);

        assertThat(removed.out()).contains("no longer trusted for " + NAME + ": SHA256:");
        assertThat(user.with("verify", "airlock.tar.gz").exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(user.with("keyring", "remove", NAME).exitCode()).isEqualTo(ExitCode.USAGE);
    }

    private void signedArchive() {
        CommandRun.Result made = publisher.with("keygen", "publisher.key");
        assertThat(made.exitCode()).as(made.all()).isZero();
        CommandRun.Result packed = user.with("pack", "echo");
        assertThat(packed.exitCode()).as(packed.all()).isZero();
        CommandRun.Result signed = publisher.with("sign", "airlock.tar.gz", "--key", "publisher.key");
        assertThat(signed.exitCode()).as(signed.all()).isZero();
    }

    private CommandRun.Result install(String... more) {
        return user.with(Stream.concat(Stream.of("install", REFERENCE, "--from", "airlock.tar.gz"), Stream.of(more))
                .toList());
    }

    private void manifest(String version, String capabilities) throws IOException {
        Files.writeString(
                folder.resolve("echo/manifest.toml"),
                "[connector]\nname = \"" + NAME + "\"\nversion = \"" + version + "\"\n" + capabilities
                        + "[[operations]]\nname = \"echo\"\n",
                StandardCharsets.UTF_8);
    }

    private static String action(String hash) {
        return "+++\nname = \"echo\"\nversion = \"1.0.0\"\n[[requires.connectors]]\nname = \"" + NAME
                + "\"\nversion = \"1.0.0\"\nhash = \"" + hash
                + "\"\ncapabilities = [\"echo\"]\n[[execute]]\nid = \"say\"\nconnector = \"" + NAME
                + "\"\nop = \"echo\"\n+++\nSays something.\n";
    }

    private void assertNothingInstalled() {
        assertThat(user.with("store", "list").out()).isEqualTo("nothing is installed\n");
        assertThat(folder.resolve("home/store")).doesNotExist();
    }
}
