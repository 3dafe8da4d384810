package dev.airlock.cli.actions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.install.EchoPublisher;
import dev.airlock.cli.install.PackageServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests actions with the connectors that they pin: added, made runnable, run without a network. */
class ActionInstallTest {
    private static final String NAME = EchoPublisher.NAME;
    private static final String ASSET = "/acme/echo/releases/download/v1.0.0/airlock.tar.gz";
    private static final String PRIVATE = "--allow-private";

    @TempDir
    private Path folder;

    private EchoPublisher publisher;
    private PackageServer server;
    private CommandRun user;
    private String hash;

    @BeforeEach
    void aPublishedConnector() throws IOException {
        publisher = new EchoPublisher(folder);
        server = new PackageServer();
        user = server.trustedBy(publisher.user(), folder);
        server.put(ASSET, publisher.packed(NAME, "1.0.0", ""));
        hash = user.with("pack", "echo", "--json").json().at("/hash").asText();
        Files.move(folder.resolve("echo"), folder.resolve("away"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void anActionIsAddedWithItsConnectorsAndThenRunsWithoutANetwork() throws IOException {
        publisher.action("say.md", "1.0.0", NAME, hash);

        CommandRun.Result added = user.onATerminal().stdin("y\n").with("action", "add", "say.md", PRIVATE, "localhost");

        assertThat(added.exitCode()).as(added.all()).isZero();
        assertThat(added.err())
                .contains(
                        "action      say",
                        "does        Says something.",
                        "it uses     echo of " + NAME,
                        "connector   " + NAME,
                        "it may      write lines to its log",
                        "Add it? [y/N]");
        assertThat(added.err().split("\\[y/N]")).as("one question").hasSize(2);
        assertThat(added.out()).contains("installed " + NAME + "@1.0.0", "added say 1.0.0");
        server.close();
        CommandRun.Result run = user.with("action", "run", "say", "--json");
        assertThat(run.exitCode()).as(run.all()).isZero();
        assertThat(user.with("audit", "export").out()).contains("\"what\":\"new action\"", "\"what\":\"install\"");
    }

    @Test
    void anActionAtAUrlIsAddedToo() throws IOException {
        byte[] action = Files.readAllBytes(publisher.action("say.md", "1.0.0", NAME, hash));
        server.put("/actions/say.md", action);

        CommandRun.Result added =
                user.with("action", "add", server.url() + "/actions/say.md", "--yes", "--json", PRIVATE, "localhost");

        assertThat(added.exitCode()).as(added.all()).isZero();
        assertThat(added.json().at("/added").asText()).isEqualTo("say");
        assertThat(added.json().at("/installed/0").asText()).isEqualTo(NAME + "@1.0.0");
        assertThat(folder.resolve("home/actions/say.md")).hasBinaryContent(action);
    }

    @Test
    void theSchemeOfAUrlMayBeWrittenInAnyCaseAndAnotherIsNone() throws IOException {
        byte[] action = Files.readAllBytes(publisher.action("say.md", "1.0.0", NAME, hash));
        server.put("/actions/say.md", action);

        CommandRun.Result added = user.with(
                "action",
                "add",
                server.url().replace("https", "HTTPS") + "/actions/say.md",
                "--yes",
                PRIVATE,
                "localhost");

        assertThat(added.exitCode()).as(added.all()).isZero();
        assertThat(user.with("action", "add", "ftp://example.com/say.md").err())
                .contains("Airlock does not download from ftp://. Name a file, or an https URL.");
    }

    @Test
    void whoeverCancelsLeavesNothingBehind() throws IOException {
        publisher.action("say.md", "1.0.0", NAME, hash);

        CommandRun.Result cancelled =
                user.onATerminal().stdin("n\n").with("action", "add", "say.md", PRIVATE, "localhost");
        CommandRun.Result nobody = user.with("action", "add", "say.md", PRIVATE, "localhost");

        assertThat(cancelled.exitCode()).isEqualTo(ExitCode.CANCELLED);
        assertThat(nobody.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(folder.resolve("home/store")).doesNotExist();
        assertThat(folder.resolve("home/actions")).doesNotExist();
        assertThat(user.with("audit", "export").out()).doesNotContain("\"consent\"");
    }

    @Test
    void anUpdateOfAnActionShowsWhatIsNewAboutWhatItUses() throws IOException {
        publisher.action("say.md", "1.0.0", NAME, hash);
        user.with("action", "add", "say.md", "--yes", PRIVATE, "localhost");
        publisher.action("say.md", "1.1.0", NAME, hash);
        Path file = folder.resolve("say.md");
        Files.writeString(file, Files.readString(file).replace("[\"echo\"]", "[\"echo\", \"shout\"]"));

        CommandRun.Result update = user.onATerminal().stdin("y\n").with("action", "add", "say.md");

        assertThat(update.exitCode()).as(update.all()).isZero();
        assertThat(update.err())
                .contains("1.1.0, replaces 1.0.0", "it uses     echo of", "NEW: it uses shout of " + NAME);
        assertThat(user.with("audit", "export").out()).contains("\"what\":\"update of an action\"");
    }

    @Test
    void anUpdateThatAsksNobodyAnyMoreSaysThatThisIsNew() throws IOException {
        publisher.action("say.md", "1.0.0", NAME, hash);
        Path file = folder.resolve("say.md");
        String unasked = Files.readString(file);
        Files.writeString(file, unasked.replaceFirst("\n\\[", "\n[approval]\nrequired = true\n\n["));
        assertThat(user.with("action", "add", "say.md", "--yes", PRIVATE, "localhost")
                        .err())
                .contains("approval    asked before each run");
        Files.writeString(file, unasked.replaceFirst("1\\.0\\.0", "1.1.0"));

        assertThat(user.onATerminal()
                        .stdin("n\n")
                        .with("action", "add", "say.md")
                        .err())
                .contains("NEW: approval none: it runs when it is called");
    }

    @Test
    void anActionWhoseConnectorIsNotTheOneThatItPinsIsAHashMismatch() throws IOException {
        publisher.action("say.md", "1.0.0", NAME, "sha256:" + "0".repeat(64));

        CommandRun.Result refused = user.with("action", "add", "say.md", "--yes", "--json", PRIVATE, "localhost");

        assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(refused.json().at("/error/class").asText()).isEqualTo("hash_mismatch");
        assertThat(user.explained(refused).out()).contains("loading " + NAME + " failed: hash_mismatch");
        assertThat(folder.resolve("home/store")).doesNotExist();
        assertThat(folder.resolve("home/actions")).doesNotExist();
    }

    @Test
    void anActionWithProblemsOrUnderTheNameOfAnotherIsNotAdded() throws IOException {
        Files.writeString(folder.resolve("bad.md"), "+++\nname = \"Bad Name\"\n+++\n", StandardCharsets.UTF_8);
        publisher.action("say.md", "1.0.0", NAME, hash);
        Files.createDirectories(folder.resolve("home/actions"));
        Files.copy(folder.resolve("say.md"), folder.resolve("home/actions/other.md"));

        assertThat(user.with("action", "add", "bad.md", "--yes").err()).contains("the action has problems");
        CommandRun.Result twice = user.with("action", "add", "say.md", "--yes");
        assertThat(twice.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(twice.err()).contains("another file holds an action called say", "other.md");
    }

    @Test
    void syncFetchesWhatIsMissingOnceAndThenNeedsNothingButTheStore() throws IOException {
        ownAction(hash);

        CommandRun.Result first = user.with("sync", "--yes", PRIVATE, "localhost");
        assertThat(first.exitCode()).as(first.all()).isZero();
        assertThat(first.out()).contains("installed " + NAME + "@1.0.0", "1 action can run");
        server.close();

        CommandRun.Result second = user.with("sync", "--json");
        assertThat(second.exitCode()).as(second.all()).isZero();
        assertThat(second.json().at("/verified/0/hash").asText()).isEqualTo(hash);
        assertThat(second.json().at("/installed")).isEmpty();
        assertThat(server.asked()).containsExactly(ASSET);
        assertThat(user.with("action", "run", "say").exitCode()).isZero();
    }

    @Test
    void syncAsksOnceAndWhoeverCancelsLeavesNothingBehind() throws IOException {
        ownAction(hash);

        CommandRun.Result cancelled = user.onATerminal().stdin("n\n").with("sync", PRIVATE, "localhost");

        assertThat(cancelled.exitCode()).isEqualTo(ExitCode.CANCELLED);
        assertThat(cancelled.err()).contains("Install them? [y/N]", "Nothing was installed.");
        assertThat(folder.resolve("home/store")).doesNotExist();
    }

    @Test
    void syncMakesWhatWasAlteredInTheStoreWholeAgain() throws IOException {
        ownAction(hash);
        user.with("sync", "--yes", PRIVATE, "localhost");
        EchoPublisher.alter(publisher.place(hash).resolve("connector.wasm"));
        assertThat(user.with("action", "run", "say").exitCode()).isEqualTo(ExitCode.FAILURE);

        CommandRun.Result mended = user.with("sync", "--yes", PRIVATE, "localhost");

        assertThat(mended.exitCode()).as(mended.all()).isZero();
        assertThat(user.with("store", "verify").exitCode()).isZero();
        assertThat(user.with("action", "run", "say").exitCode()).isZero();
    }

    @Test
    void syncTakesConnectorsFromFoldersThatAreNamed() throws IOException {
        ownAction(hash);
        server.close();

        CommandRun.Result synced = user.with("sync", "--yes", "--connectors", "away");
        CommandRun.Result elsewhere = user.home(folder.resolve("home2"))
                .with("sync", folder.resolve("home/actions/say.md").toString(), "--yes", "--connectors", "home");

        assertThat(synced.exitCode()).as(synced.all()).isZero();
        assertThat(elsewhere.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(elsewhere.err()).contains(NAME + "@1.0.0: None of the named folders holds it.");
    }

    @Test
    void withoutSyncAnActionSaysWhatIsMissing() throws IOException {
        ownAction(hash);

        assertThat(user.with("action", "run", "say").err()).contains("Fetch them with `airlock sync`");
    }

    private void ownAction(String pinned) throws IOException {
        Files.createDirectories(folder.resolve("home/actions"));
        publisher.action("home/actions/say.md", "1.0.0", NAME, pinned);
    }
}
