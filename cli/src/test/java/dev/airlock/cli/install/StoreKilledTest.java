package dev.airlock.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandProcess;
import dev.airlock.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Kills commands midway that change the store. The store is intact afterwards, and the same command completes the change. */
@Execution(ExecutionMode.CONCURRENT)
class StoreKilledTest {
    private static final int KILLS = Boolean.getBoolean("airlock.full") ? 50 : 1;
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
            killedOnce(
                    "unfinished",
                    "sync",
                    "--yes",
                    "--connectors",
                    folder.resolve("versions").toString());
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
            assertThat(versions.user().with(versions.install("1.0." + kill)).exitCode())
                    .isZero();
            killedOnce("removing", "uninstall", NAME + "@1.0." + kill);
            assertOnRecordIfGone("uninstall", "1.0." + kill);
            assertWhole();

            CommandRun.Result again = versions.user().with("uninstall", NAME + "@1.0." + kill);

            assertThat(again.exitCode() == 0 || again.err().contains("is not installed"))
                    .as(again.all())
                    .isTrue();
            assertThat(versions.stored("1.0." + kill)).doesNotExist();
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
            killedOnce("removing", "store", "gc");
            assertOnRecordIfGone("removed connectors", "1." + kill + ".0");
            assertWhole();

            assertThat(versions.user().with("store", "gc").exitCode()).isZero();

            assertThat(versions.user().with("store", "list").out().lines()).hasSize(2);
            assertThat(versions.stored("0.0.1")).isDirectory();
            assertThat(versions.stored("9.0.0")).isDirectory();
        }
        assertNothingIsLeftOver();
    }

    /**
     * Kills a process soon after it began to change the store.
     *
     * @param seen the name of a file in the store during the change
     */
    private void killedOnce(String seen, String... command) throws Exception {
        Path change = folder.resolve("home/store").resolve(seen);
        try (CommandProcess process = CommandProcess.start(versions.user())) {
            process.send(command);
            while (!Files.exists(change) && !process.hasResult()) {
                Thread.onSpinWait();
            }
            long nanos = random.nextInt(4_000_000);
            for (long begin = System.nanoTime(); System.nanoTime() - begin < nanos; ) {
                Thread.onSpinWait(); // the process continues meanwhile
            }
            process.kill();
        }
    }

    /** Asserts that a removal is recorded, whenever the process died. */
    private void assertOnRecordIfGone(String what, String version) throws IOException {
        Path asideForNow = folder.resolve("home/store/removing")
                .resolve(versions.hash(version).hex());
        if (!Files.exists(versions.stored(version)) && !Files.exists(asideForNow)) {
            assertThat(versions.user().with("audit", "export").out().lines())
                    .anyMatch(line -> line.contains("\"what\":\"" + what) && line.contains(NAME + "@" + version));
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
