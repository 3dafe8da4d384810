package dev.airlock.cli.author.build;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;

/** The process of one command of a build. It ends with this process at the latest, with all that it started. */
final class StepProcess {
    private final Process process;

    private StepProcess(Process process) {
        this.process = process;
    }

    /**
     * Runs a command until it ends. Its standard input is empty.
     *
     * @param output receives its standard output and its standard error
     * @return its exit code
     * @throws IOException if it cannot be run
     */
    static int run(DevFile.Step step, Path folder, PrintStream output) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(step.argv()).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().putAll(step.env());
        return new StepProcess(builder.start()).run(output);
    }

    private int run(PrintStream output) throws IOException, InterruptedException {
        Thread ending = new Thread(this::end, "airlock-build");
        Runtime.getRuntime().addShutdownHook(ending);
        try (InputStream printed = process.getInputStream()) {
            process.getOutputStream().close();
            printed.transferTo(output);
            return process.waitFor();
        } finally {
            end();
            forget(ending);
        }
    }

    private void end() {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // this process is already ending, and the hook runs
        }
    }
}
