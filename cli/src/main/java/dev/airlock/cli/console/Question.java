package dev.airlock.cli.console;

import dev.airlock.sandbox.Cancellation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A question to whoever sits at the terminal. Only yes is yes: the end of the input is no, and so is Ctrl-C, at once and for good. */
public final class Question {
    private static final Set<String> YES = Set.of("y", "yes");

    private Question() {}

    /**
     * Asks, and waits for the answer.
     *
     * @param text the question, on one line
     * @param cancellation ends the wait with no, whatever is typed after that
     */
    public static boolean isAnsweredYes(Terminal terminal, String text, Cancellation cancellation) {
        if (cancellation.requested()) {
            return false;
        }
        terminal.err().print(text + " [y/N] ");
        terminal.err().flush();
        CompletableFuture<Boolean> answer =
                CompletableFuture.supplyAsync(() -> typed(terminal), Question::inTheBackground);
        Runnable undo = cancellation.onCancel(() -> answer.complete(false));
        try {
            boolean yes = answer.join();
            if (cancellation.requested()) {
                terminal.err().println(); // what is said next stands on a line of its own
                return false;
            }
            return yes;
        } finally {
            undo.run();
        }
    }

    /** Nothing ends a read of standard input, so nobody waits for one that is no longer wanted. */
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
            return false; // nobody there is nobody who agrees
        }
    }
}
