package dev.airlock.registry.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.registry.packages.ConnectorPackage;
import dev.airlock.registry.store.ChangingUntilKilled.Deed;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A process that changes a store is killed midway. Installed connectors are intact, and the next process continues normally. */
@Execution(ExecutionMode.CONCURRENT)
class KilledChangeTest {
    private static final int KILLS = Boolean.getBoolean("airlock.full") ? 200 : 2;
    private static final int READS = 50;
    private static final long SEED = 20261128;

    @TempDir
    private Path folder;

    private final Random random = new Random(SEED);

    @Test
    void whatWasInstalledIsWholeAndTheNextInstallSucceeds() throws Exception {
        int installed = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            int done = killedIn(Deed.INSTALL, "round-" + kill, () -> {});

            assertThat(store().altered()).as("kill " + kill).isEmpty();
            assertThat(store().list()).hasSizeBetween(installed + done, installed + done + 1);
            installed = store().list().size();
        }
        store().put(ChangingUntilKilled.content("next"));

        assertThat(store().list()).hasSize(installed + 1);
        assertNothingIsLeftOver();
    }

    @Test
    void whatGetsSignaturesIsWholeAtEachMomentAndAfterwards() throws Exception {
        ConnectorPackage content = ChangingUntilKilled.content("signed");
        store().put(content);
        for (int kill = 0; kill < KILLS; kill++) {
            killedIn(Deed.SIGN, "signed", () -> {
                for (int read = 0; read < READS; read++) {
                    assertThat(store().isWhole(content.hash())).isTrue();
                }
            });

            assertThat(store().isWhole(content.hash())).as("kill " + kill).isTrue();
        }
        store().put(content);

        assertThat(store().list()).hasSize(1);
        assertNothingIsLeftOver();
    }

    @Test
    void whatIsRemovedIsThereOrNotAndTheNextRemovalEndsIt() throws Exception {
        ConnectorPackage content = ChangingUntilKilled.content("removed");
        for (int kill = 0; kill < KILLS; kill++) {
            killedIn(Deed.REMOVE, "removed", () -> {});

            assertThat(store().altered()).as("kill " + kill).isEmpty();
        }
        Deed.REMOVE.once(store(), "removed", 0);

        assertThat(store().holds(content.hash())).isFalse();
        assertNothingIsLeftOver();
    }

    private ConnectorStore store() {
        return new ConnectorStore(folder.resolve("store"));
    }

    private void assertNothingIsLeftOver() throws IOException {
        assertThat(store().altered()).isEmpty();
        assertThat(folder.resolve("store/unfinished")).doesNotExist();
        assertThat(folder.resolve("store/removing")).doesNotExist();
    }

    /** A check while the process works. */
    @FunctionalInterface
    private interface Look {
        void look() throws IOException;
    }

    /** Kills a process during its work; returns how often it had finished before. */
    private int killedIn(Deed deed, String word, Look meanwhile) throws IOException, InterruptedException {
        int times = 1 + random.nextInt(4);
        int spins = random.nextInt(3_000_000);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ChangingUntilKilled.class.getName(),
                        folder.resolve("store").toString(),
                        deed.name(),
                        word)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (int i = 0; i < times; i++) {
                assertThat(said.readLine()).isEqualTo(ChangingUntilKilled.DONE);
            }
            meanwhile.look();
            for (int i = 0; i < spins; i++) {
                Thread.onSpinWait(); // the process continues meanwhile
            }
            process.toHandle().destroyForcibly(); // SIGKILL
            process.waitFor();
            int more = 0;
            while (ChangingUntilKilled.DONE.equals(said.readLine())) {
                more++;
            }
            return times + more;
        } finally {
            process.destroyForcibly();
        }
    }
}
