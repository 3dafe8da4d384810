package dev.airlock.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.cli.CommandRun;
import dev.airlock.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every removal is recorded exactly once, and nothing else is recorded as removed. */
class StoreAuditTest {
    private static final String NAME = EchoVersions.NAME;
    private static final String CLEARED = "\"what\":\"removed connectors\"";
    private static final String UNINSTALLED = "\"what\":\"uninstall\"";
    private static final String UNTRUSTED = "\"what\":\"no more trust in a key\"";

    @TempDir
    private Path folder;

    private EchoVersions versions;
    private CommandRun user;

    @BeforeEach
    void prepare() {
        versions = new EchoVersions(folder);
        user = versions.user();
    }

    @Test
    void clearingAwayIsOneRecordHoweverMuchItRemovesAndNoneIfItRemovesNothing() throws IOException {
        assertThat(user.with("store", "gc").out()).isEqualTo("nothing to remove\n");
        assertThat(folder.resolve("home/store")).doesNotExist();
        install("1.0.0", "1.1.0", "1.2.0");

        assertThat(user.with("store", "gc").exitCode()).isZero();
        assertThat(user.with("store", "gc").out()).isEqualTo("nothing to remove\n");

        List<String> records = records(CLEARED);
        assertThat(records).hasSize(1);
        assertThat(records.get(0)).contains(NAME + "@1.0.0 sha256:", NAME + "@1.1.0 sha256:");
    }

    @Test
    void whatWasAgreedToIsListedWithVersionAndHash() throws IOException {
        install("1.0.0");
        assertThat(user.with(versions.install("1.1.0")).err())
                .contains("hint: " + NAME + "@1.0.0 stays installed, so from now on name the version")
                .contains("airlock uninstall " + NAME + "@1.0.0 removes the other.");
        user.with("uninstall", NAME + "@1.0.0");

        CommandRun.Result listed = user.with("audit", "list", "--consents");
        assertThat(listed.exitCode()).as(listed.all()).isZero();
        List<String> lines = listed.out().lines().toList();
        assertThat(lines).hasSize(4);
        assertThat(lines.get(0)).contains("Z  install  " + NAME + "@1.0.0  audit-");
        assertThat(lines.get(1)).contains("Z  update  " + NAME + "@1.1.0  audit-");
        assertThat(lines.get(2)).contains("Z  uninstall  " + NAME + "@1.0.0  audit-");
        assertThat(lines.get(3)).isEqualTo("3 consents");

        JsonNode consents =
                user.with("audit", "list", "--consents", "--json").json().path("consents");
        assertThat(consents.at("/1/hash").asText())
                .isEqualTo(versions.hash("1.1.0").text());
        assertThat(consents.at("/1/subjects/0").asText()).isEqualTo("connector   " + NAME);
        String id = consents.at("/0/audit_id").asText();
        assertThat(user.with("audit", "explain", id).out())
                .contains("on record with the user's consent: install\n", "  - version     1.0.0\n");
        assertThat(user.with("audit", "list", "--consents", "--failed").exitCode())
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void anUninstallIsOneRecordAndNoneIfThereIsNothingOrAnActionPinsIt() throws IOException {
        install("1.0.0", "1.1.0");
        versions.action("home/actions/say.md", "say", "1.1.0");
        assertThat(user.with("uninstall", NAME + "@3.0.0").err()).contains("is not installed; nothing was removed");
        assertThat(user.with("uninstall", NAME + "@1.1.0").err()).contains("is pinned by actions");
        assertThat(records(UNINSTALLED)).isEmpty();

        assertThat(user.with("uninstall", NAME + "@1.0.0").exitCode()).isZero();
        assertThat(user.with("uninstall", NAME + "@1.0.0").exitCode()).isEqualTo(ExitCode.USAGE);

        assertThat(records(UNINSTALLED)).singleElement().asString().contains(NAME + "@1.0.0 sha256:");
    }

    @Test
    void theRemovalOfAnActionIsOneRecordAndFreesWhatItPinned() throws IOException {
        install("1.0.0");
        Path say = versions.action("home/actions/say.md", "say", "1.0.0");
        assertThat(user.with("action", "remove", "other").err()).contains("no action in", "`airlock action list`");
        assertThat(user.with("uninstall", NAME + "@1.0.0").err()).contains("airlock action remove NAME");
        assertThat(records("removal of the action")).isEmpty();

        JsonNode removed = user.with("action", "remove", "say", "--json").json();

        assertThat(removed.path("removed").asText()).isEqualTo("say");
        assertThat(removed.at("/pinned/0").asText()).isEqualTo(NAME + "@1.0.0 " + versions.hash("1.0.0"));
        assertThat(say).doesNotExist();
        assertThat(records("\"what\":\"removal of the action say\""))
                .singleElement()
                .asString()
                .contains(versions.hash("1.0.0").text());
        assertThat(user.with("action", "remove", "say").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(user.with("uninstall", NAME + "@1.0.0").exitCode()).isZero();
    }

    @Test
    void anActionWithProblemsIsRemovedByTheNameOfItsFileAndNoOtherFileIs() throws IOException {
        Path broken = folder.resolve("home/actions/broken.md");
        Files.createDirectories(folder.resolve("home/actions"));
        Files.writeString(broken, "no action");
        Path elsewhere = versions.action("say.md", "say", "1.0.0");

        assertThat(user.with("action", "remove", "say.md").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(elsewhere).exists();
        assertThat(user.with("action", "remove", "broken.md").out()).isEqualTo("removed broken.md\n");
        assertThat(broken).doesNotExist();
    }

    @Test
    void anActionWhoseRemovalCannotBeRecordedStays() throws IOException {
        Path say = versions.action("home/actions/say.md", "say", "1.0.0");
        Files.createDirectories(folder.resolve("home/audit.db/in-the-way"));

        CommandRun.Result refused = user.with("action", "remove", "say");

        assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err()).contains("Nothing was removed, because the consent could not be recorded");
        assertThat(say).exists();
    }

    @Test
    void whatCannotBeRecordedIsNotTakenAwayButTrustIs() throws IOException {
        install("1.0.0", "1.1.0");
        trust();
        Files.move(folder.resolve("home/audit.db"), folder.resolve("away.db"));
        Files.createDirectories(folder.resolve("home/audit.db/in-the-way"));

        CommandRun.Result cleared = user.with("store", "gc");
        CommandRun.Result uninstalled = user.with("uninstall", NAME + "@1.0.0");
        CommandRun.Result untrusted = user.with("keyring", "remove", NAME);

        assertThat(cleared.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(cleared.err()).contains("Nothing was removed, because the consent could not be recorded");
        assertThat(uninstalled.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(versions.stored("1.0.0")).isDirectory();
        assertThat(user.with("store", "verify").exitCode()).isZero();
        assertThat(untrusted.err()).contains("the audit log has no record of it");
        assertThat(user.with("keyring", "list").out()).isEqualTo("no publisher is trusted\n");
    }

    @Test
    void theEndOfTrustIsOneRecordAndNoneIfThereWasNone() throws IOException {
        assertThat(user.with("keyring", "remove", NAME).exitCode()).isEqualTo(ExitCode.USAGE);
        trust();
        trust();
        assertThat(records("\"what\":\"trust in a key\"")).as("twice the same").hasSize(1);
        assertThat(user.with("keyring", "remove", NAME, "SHA256:other").exitCode())
                .isEqualTo(ExitCode.USAGE);
        assertThat(records(UNTRUSTED)).isEmpty();

        assertThat(user.with("keyring", "remove", NAME).exitCode()).isZero();
        assertThat(user.with("keyring", "remove", NAME).exitCode()).isEqualTo(ExitCode.USAGE);

        assertThat(records(UNTRUSTED)).hasSize(1);
    }

    @Test
    void aKeyringThatCannotBeChangedLeavesNoRecord() throws IOException {
        trust();
        Path keyring = folder.resolve("home/keyring.json");
        Files.writeString(keyring, "{}");

        CommandRun.Result removed = user.with("keyring", "remove", NAME);
        CommandRun.Result trusted = user.with("keyring", "trust", NAME, "publisher.key.pub");

        assertThat(removed.err()).contains("is damaged").doesNotContain("the system says");
        assertThat(trusted.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(records(UNTRUSTED)).isEmpty();
        assertThat(records("\"what\":\"trust in a key\"")).hasSize(1);
        assertThat(keyring).hasContent("{}");
    }

    private void install(String... all) throws IOException {
        for (String version : all) {
            CommandRun.Result installed = user.with(versions.install(version));
            assertThat(installed.exitCode()).as(installed.all()).isZero();
        }
    }

    private void trust() {
        if (!Files.exists(folder.resolve("publisher.key"))) {
            user.typing(prompt -> Optional.of("correct horse".toCharArray())).with("keygen", "publisher.key");
        }
        CommandRun.Result trusted = user.with("keyring", "trust", NAME, "publisher.key.pub");
        assertThat(trusted.exitCode()).as(trusted.all()).isZero();
    }

    private List<String> records(String what) {
        return user.with("audit", "export")
                .out()
                .lines()
                .filter(line -> line.contains(what))
                .toList();
    }
}
