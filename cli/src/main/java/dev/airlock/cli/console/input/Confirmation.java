package dev.airlock.cli.console.input;

import dev.airlock.cli.console.Terminal;
import dev.airlock.sandbox.api.Cancellation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A question to the user of the terminal. Only yes is yes. The end of the input is no, and so is Ctrl-C, immediately and finally. */
public final class Confirmation {
    private static final Set<String> YES = Set.of("y", "yes");

    private Confirmation() {}

    /**
     * Asks, and waits for the answer.
     *
     * @param text the question, on one line
     * @param cancellation ends the wait with no, whatever is typed later
     */
    public static boolean isAnsweredYes(Terminal terminal, String text, Cancellation cancellation) {
        if (cancellation.requested()) {
            return false;
        }
        terminal.err().print(text + " [y/N] ");
        terminal.err().flush();
        CompletableFuture<Boolean> answer =
                CompletableFuture.supplyAsync(() -> typed(terminal), Confirmation::inTheBackground);
        Runnable undo = cancellation.onCancel(() -> answer.complete(false));
        try {
            boolean yes = answer.join();
            if (cancellation.requested()) {
                terminal.err().println(); // the next output begins on a new line
                return false;
            }
            return yes;
        } finally {
            undo.run();
        }
    }

    /** Runs a read of standard input in the background, because nothing can end it and the command must not wait for it. */
    private static void inTheBackground(Runnable reading) {
        Thread thread = new Thread(reading, "airlock-question");
        thread.setDaemon(true);
        thread.start();
    }

    private static boolean typed(Terminal terminal) {
        try {
            String answer = new BufferedReader(new InputStreamReader(terminal.in(), StandardCharsets.UTF_8)).readLine();
            return answer != null && YES.contains(answer.strip().toLowerCase(Locale.ROOT));
        } catch (IOException e) {
            return false; // without a person there is no agreement
        }
    }
}
