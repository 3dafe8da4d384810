package dev.airlock.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandProcess;
import dev.airlock.cli.CommandRun;
import dev.airlock.cli.console.ExitCode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests two processes that use one store at the same time. Neither removes a connector that the other needs. */
@Execution(ExecutionMode.CONCURRENT)
class StoreRacesTest {
    private static final int ROUNDS = Boolean.getBoolean("airlock.full") ? 200 : 5;
    private static final String NAME = EchoVersions.NAME;

    @TempDir
    private Path folder;

    private EchoVersions versions;

    @BeforeEach
    void prepare() {
        versions = new EchoVersions(folder);
    }

    @Test
    void clearingAwayTakesNothingThatAnActionIsBeingAddedForNorTheHighestVersion() throws Exception {
        try (CommandProcess adding = CommandProcess.start(versions.user());
                Repeating clearing = Repeating.of(versions.user(), new String[] {"store", "gc"})) {
            for (int i = 0; i < ROUNDS; i++) {
                assertSuccess(adding.with(versions.install("9.0." + i)));
                assertThat(versions.stored("9.0." + i)).isDirectory();
                String version = "1.0." + i;
                versions.action("new/say-" + i + ".md", "say-" + i, version);

                assertSuccess(adding.with(
                        "action", "add", "new/say-" + i + ".md", "--yes", "--connectors", versions.place(version)));

                assertThat(versions.stored(version)).isDirectory();
            }
            clearing.end();
        }
        CommandRun user = versions.user();
        assertThat(user.with("store", "gc").exitCode()).isZero();
        assertThat(user.with("store", "list").out().lines()).hasSize(ROUNDS + 1);
        assertSuccess(user.with("sync", "--json")); // all of them are intact, and nothing has to be fetched
        assertSuccess(user.with("store", "verify"));
    }

    @Test
    void aRunWhoseConnectorIsUninstalledMeanwhileEndsRight() throws Exception {
        assertSuccess(versions.user().with(versions.install("1.0.0")));
        Path pipe = folder.resolve("args.json");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        try (CommandProcess running = CommandProcess.start(versions.user())) {
            running.send("run", NAME, "echo", "--args", "@" + pipe, "--json");
            try (OutputStream arguments =
                    CompletableFuture.supplyAsync(opened(pipe)).get(5, TimeUnit.MINUTES)) {
                // The process has read its connector and now waits for a request.
                assertSuccess(versions.user().with("uninstall", NAME + "@1.0.0"));
                arguments.write("{\"text\":\"still here\"}".getBytes(StandardCharsets.UTF_8));
            }
            CommandRun.Result run = running.result();

            assertSuccess(run);
            assertThat(run.json().at("/output").toString()).contains("still here");
            CommandRun.Result next = running.with("run", NAME, "echo");
            assertThat(next.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(next.err()).contains("is not installed");
        }
        assertThat(versions.stored("1.0.0")).doesNotExist();
    }

    @Test
    void aRunOfWhatComesAndGoesSucceedsOrIsToldThatItIsNotInstalled() throws Exception {
        try (CommandProcess running = CommandProcess.start(versions.user());
                Repeating changing = Repeating.of(
                        versions.user(), versions.install("1.0.0"), new String[] {"uninstall", NAME + "@1.0.0"})) {
            for (int i = 0; i < ROUNDS; i++) {
                CommandRun.Result run = running.with("run", NAME, "echo");

                if (run.exitCode() != ExitCode.SUCCESS) {
                    assertThat(run.exitCode()).as(run.all()).isEqualTo(ExitCode.USAGE);
                    assertThat(run.err()).contains("is not installed");
                }
            }
            changing.end();
        }
        assertSuccess(versions.user().with("store", "verify"));
    }

    private static Supplier<OutputStream> opened(Path pipe) {
        return () -> {
            try {
                return Files.newOutputStream(pipe);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        };
    }

    private static void assertSuccess(CommandRun.Result result) {
        assertThat(result.exitCode()).as(result.all()).isZero();
    }

    /** A process that repeats a command and always succeeds. */
    private static final class Repeating implements AutoCloseable {
        private final CommandProcess process;
        private final AtomicBoolean ended = new AtomicBoolean();
        private final CompletableFuture<Void> work;

        private Repeating(CommandProcess process, String[][] commands) {
            this.process = process;
            this.work = CompletableFuture.runAsync(() -> {
                while (!ended.get()) {
                    for (String[] command : commands) {
                        try {
                            assertSuccess(process.with(command));
                        } catch (IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                    }
                }
            });
        }

        static Repeating of(CommandRun user, String[]... commands) throws IOException {
            return new Repeating(CommandProcess.start(user), commands);
        }

        void end() throws Exception {
            ended.set(true);
            work.get(5, TimeUnit.MINUTES);
        }

        @Override
        public void close() {
            ended.set(true);
            process.close();
        }
    }
}
