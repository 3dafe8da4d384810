package dev.airlock.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.registry.packages.KeyringFile;
import dev.airlock.registry.packages.SigningKey;
import dev.airlock.registry.store.ConnectorStore;
import dev.airlock.registry.store.StoreChange;
import dev.airlock.runtime.files.ProcessLock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command that waits while another process changes the store uses the state afterwards. */
class StoreDecisionsTest {
    private static final String NAME = EchoVersions.NAME;

    @TempDir
    private Path folder;

    private EchoVersions versions;

    @BeforeEach
    void prepare() throws IOException {
        versions = new EchoVersions(folder);
        for (String version : new String[] {"1.0.0", "9.0.0"}) {
            CommandRun.Result installed = versions.user().with(versions.install(version));
            assertThat(installed.exitCode()).as(installed.all()).isZero();
        }
    }

    @Test
    void clearingAwayLeavesWhatIsPinnedMeanwhile() throws Exception {
        CommandRun.Result cleared =
                waiting(change -> versions.action("home/actions/say.md", "say", "1.0.0"), "store", "gc");

        assertThat(cleared.out()).isEqualTo("nothing to remove\n");
        assertThat(versions.stored("1.0.0")).isDirectory();
    }

    @Test
    void clearingAwayLeavesTheHighestOnceTheOneAboveItIsGone() throws Exception {
        CommandRun.Result cleared = waiting(
                change -> change.remove(List.of(versions.hash("9.0.0")), StoreChange.Recording.NONE), "store", "gc");

        assertThat(cleared.out()).isEqualTo("nothing to remove\n");
        assertThat(versions.stored("1.0.0")).isDirectory();
    }

    @Test
    void whatIsPinnedMeanwhileIsNotUninstalled() throws Exception {
        CommandRun.Result refused =
                waiting(change -> versions.action("home/actions/say.md", "say", "1.0.0"), "uninstall", NAME + "@1.0.0");

        assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err()).contains("is pinned by actions; nothing was removed");
        assertThat(versions.stored("1.0.0")).isDirectory();
    }

    @Test
    void anActionIsNotAddedIfItsConnectorIsRemovedMeanwhile() throws Exception {
        versions.action("say.md", "say", "1.0.0");

        CommandRun.Result refused = waiting(
                change -> change.remove(List.of(versions.hash("1.0.0")), StoreChange.Recording.NONE),
                "action",
                "add",
                "say.md",
                "--yes");

        assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err())
                .contains("Nothing was added: " + NAME + "@1.0.0 was removed or altered in the meantime.");
        assertThat(folder.resolve("home/actions/say.md")).doesNotExist();
        assertThat(versions.user().with("audit", "export").out()).doesNotContain("new action");
    }

    @Test
    void anActionIsNotAddedInThePlaceOfAnotherThatCameMeanwhile() throws Exception {
        versions.action("say.md", "say", "1.0.0");

        CommandRun.Result refused = waiting(
                change -> versions.action("home/actions/say.md", "say", "9.0.0"), "action", "add", "say.md", "--yes");

        assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err()).contains("Nothing was added: ", "say.md was changed meanwhile");
        assertThat(folder.resolve("home/actions/say.md")).content().contains("9.0.0");
    }

    @Test
    void nothingIsInstalledIfWhoIsTrustedIsNotWhatTheScreenSaidAnyMore() throws Exception {
        CommandRun.Result refused = waiting(
                change -> {
                    try (SigningKey key = SigningKey.generate()) {
                        new KeyringFile(folder.resolve("home/keyring.json"))
                                .change(keyring -> keyring.with(NAME, key.publicKey()), () -> {});
                    }
                },
                versions.install("10.0.0"));

        assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err())
                .contains("Nothing was installed: the keys that are trusted for " + NAME + " changed in the meantime.");
        assertThat(versions.user().with("audit", "export").out()).doesNotContain("10.0.0");
        assertThat(versions.user().with("store", "list").out()).doesNotContain("10.0.0");
    }

    /** The change that happens while a command waits. */
    @FunctionalInterface
    private interface Meanwhile {
        void happens(StoreChange change) throws IOException;
    }

    /** Returns the result of a command that has to wait for its turn. */
    private CommandRun.Result waiting(Meanwhile meanwhile, String... command) throws Exception {
        FutureTask<CommandRun.Result> result =
                new FutureTask<>(() -> versions.user().with(command));
        Thread thread = new Thread(result);
        try (StoreChange change = new ConnectorStore(folder.resolve("home/store")).change()) {
            thread.start();
            long begin = System.nanoTime();
            while (!isWaiting(thread) && System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(60)) {
                Thread.onSpinWait();
            }
            assertThat(isWaiting(thread)).as("it waits for its turn").isTrue();
            meanwhile.happens(change);
        }
        return result.get(5, TimeUnit.MINUTES);
    }

    private static boolean isWaiting(Thread thread) {
        return thread.getState() == Thread.State.TIMED_WAITING
                && Arrays.stream(thread.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(ProcessLock.class.getName()));
    }
}
