package dev.airlock.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

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

/** A process that installs is killed midway. What it had installed is whole, and the next one goes on as if nothing had been. */
@Execution(ExecutionMode.CONCURRENT)
class KilledInstallTest {
    private static final int KILLS = Boolean.getBoolean("airlock.full") ? 200 : 3;
    private static final long SEED = 20261128;

    @TempDir
    private Path folder;

    @Test
    void whatWasInstalledIsWholeAndTheNextInstallSucceeds() throws Exception {
        ConnectorStore store = new ConnectorStore(folder.resolve("store"));
        Random random = new Random(SEED);
        int installed = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            int done = killedAfter(1 + random.nextInt(4), random.nextInt(3_000_000), kill);

            assertThat(store.altered()).as("kill " + kill).isEmpty();
            assertThat(store.list()).hasSizeBetween(installed + done, installed + done + 1);
            installed = store.list().size();
        }
        store.put(InstallingUntilKilled.content("next"));

        assertThat(store.list()).hasSize(installed + 1);
        assertThat(store.altered()).isEmpty();
        assertThat(folder.resolve("store/unfinished")).doesNotExist();
    }

    /** Kills a process while it installs something; how many it had installed before that. */
    private int killedAfter(int installs, int spins, int round) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        InstallingUntilKilled.class.getName(),
                        folder.resolve("store").toString(),
                        "round-" + round)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (int i = 0; i < installs; i++) {
                assertThat(said.readLine()).isEqualTo(InstallingUntilKilled.DONE);
            }
            for (int i = 0; i < spins; i++) {
                Thread.onSpinWait(); // it goes on installing meanwhile
            }
            process.toHandle().destroyForcibly(); // SIGKILL
            process.waitFor();
            int more = 0;
            while (InstallingUntilKilled.DONE.equals(said.readLine())) {
                more++;
            }
            return installs + more;
        }
    }
}
