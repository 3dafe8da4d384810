package dev.airlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that change the store, killed midway. The store is whole afterwards, and the same command once more finishes it. */
class StoreKilledTest {
    private static final int KILLS = Boolean.getBoolean("airlock.full") ? 50 : 2;
    private static final long SEED = 20261128;
    private static final String NAME = EchoVersions.NAME;

    @TempDir
    private Path folder;

    private final Random random = new Random(SEED);
    private EchoVersions versions;

    @BeforeEach
    void prepare() {
        versions = new EchoVersions(folder);
    }

    @Test
    void aSyncIsFinishedByTheNextOne() throws Exception {
        for (int kill = 0; kill < KILLS; kill++) {
            for (int i = 0; i < 4; i++) {
                String name = "say-" + kill + "-" + i;
                versions.action("home/actions/" + name + ".md", name, "1." + kill + "." + i);
            }
            killedIn("sync", "--yes", "--connectors", folder.resolve("versions").toString());
            assertWhole();

            CommandRun.Result again = versions.user().with("sync", "--yes", "--connectors", "versions");

            assertThat(again.exitCode()).as(again.all()).isZero();
            assertThat(again.out()).contains(4 * (kill + 1) + " actions can run");
        }
        assertNothingIsLeftOver();
    }

    @Test
    void anUninstallHasHappenedOrIsDoneByTheNextOne() throws Exception {
        for (int kill = 0; kill < KILLS; kill++) {
            assertThat(versions.user().with(versions.install("1.0.0")).exitCode())
                    .isZero();
            killedIn("uninstall", NAME + "@1.0.0");
            assertWhole();

            CommandRun.Result again = versions.user().with("uninstall", NAME + "@1.0.0");

            assertThat(again.exitCode() == 0 || again.err().contains("is not installed"))
                    .as(again.all())
                    .isTrue();
            assertThat(versions.stored("1.0.0")).doesNotExist();
        }
        assertNothingIsLeftOver();
    }

    @Test
    void whatClearingAwayLeftIsClearedByTheNextOneAndWhatIsNeededStays() throws Exception {
        versions.action("home/actions/say.md", "say", "0.0.1");
        for (String kept : new String[] {"0.0.1", "9.0.0"}) {
            assertThat(versions.user().with(versions.install(kept)).exitCode()).isZero();
        }
        for (int kill = 0; kill < KILLS; kill++) {
            for (int i = 0; i < 4; i++) {
                versions.user().with(versions.install("1." + kill + "." + i));
            }
            killedIn("store", "gc");
            assertWhole();

            assertThat(versions.user().with("store", "gc").exitCode()).isZero();

            assertThat(versions.user().with("store", "list").out().lines()).hasSize(2);
            assertThat(versions.stored("0.0.1")).isDirectory();
            assertThat(versions.stored("9.0.0")).isDirectory();
        }
        assertNothingIsLeftOver();
    }

    /** Kills a process at some moment after it was told to do something. */
    private void killedIn(String... command) throws Exception {
        try (CommandProcess process = CommandProcess.start(versions.user())) {
            process.with("store", "list"); // its classes are there, and it does not have to warm up any more
            process.send(command);
            long nanos = random.nextInt(60_000_000);
            for (long begin = System.nanoTime(); System.nanoTime() - begin < nanos; ) {
                Thread.onSpinWait(); // it works meanwhile
            }
            process.kill();
        }
    }

    private void assertWhole() {
        CommandRun.Result verified = versions.user().with("store", "verify");
        assertThat(verified.exitCode()).as(verified.all()).isZero();
    }

    private void assertNothingIsLeftOver() throws IOException {
        assertWhole();
        assertThat(folder.resolve("home/store/unfinished")).doesNotExist();
        assertThat(folder.resolve("home/store/removing")).doesNotExist();
    }
}
