package dev.airlock.cli.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The prefix for a process that Ctrl-C ends. A process under {@code nohup} or in the background of a script ignores the signal from its
 * start, and so does each process that it starts, unless something in between undoes it.
 */
final class InterruptSignal {
    private static final int ENDED_BY_THE_SIGNAL = 130;

    /** A shell that sends the signal to itself, and continues if it ignores it. */
    private static final List<String> TRIAL = List.of("sh", "-c", "kill -INT $$; exit 0");

    private static final List<List<String>> WAYS = List.of(List.of(), List.of("env", "--default-signal=INT"));

    private InterruptSignal() {}

    /**
     * Returns the words before a command that make the signal end it.
     *
     * @throws AssertionError if the signal is ignored and no prefix undoes that
     */
    static List<String> heededBy() {
        return heededBy(WAYS);
    }

    static List<String> heededBy(List<List<String>> ways) {
        return ways.stream()
                .filter(InterruptSignal::isHeeded)
                .findFirst()
                .orElseThrow(() ->
                        new AssertionError("The tests run where the interrupt signal is ignored from the start, as"
                                + " under nohup or in the background of a script, and no env with --default-signal is there to undo it:"
                                + " run them in the foreground, or install GNU coreutils 8.31 or newer."));
    }

    private static boolean isHeeded(List<String> way) {
        List<String> command = new ArrayList<>(way);
        command.addAll(TRIAL);
        try {
            Process trial = new ProcessBuilder(command).start();
            return trial.waitFor(30, TimeUnit.SECONDS) && trial.exitValue() == ENDED_BY_THE_SIGNAL;
        } catch (IOException absent) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
