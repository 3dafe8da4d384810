package dev.airlock.cli.console;

import java.io.Console;
import java.util.Optional;

/** Asks a person for a secret without echo. */
@FunctionalInterface
public interface SecretPrompt {
    /** Returns the typed text, which the caller wipes; empty if there is no person. */
    Optional<char[]> ask(String prompt);

    /** Returns a prompt for a process without a person. */
    static SecretPrompt nobody() {
        return prompt -> Optional.empty();
    }

    /** Returns a prompt for the user of the process's terminal. */
    @SuppressWarnings("SystemConsoleNull") // before Java 22 it is null without a terminal
    static SecretPrompt console() {
        return prompt -> {
            Console console = System.console();
            return console != null && isTerminal(console)
                    ? Optional.ofNullable(console.readPassword("%s", prompt)).map(TypedText::requireWhole)
                    : Optional.empty();
        };
    }

    /** Returns whether a console is a terminal. Since Java 22 there is also a console without a terminal, which reports that. */
    private static boolean isTerminal(Console console) {
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException beforeJava22) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
