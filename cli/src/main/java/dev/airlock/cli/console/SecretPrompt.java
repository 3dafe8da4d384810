package dev.airlock.cli.console;

import java.io.Console;
import java.util.Optional;

/** Asks a person for something secret, without showing what is typed. */
@FunctionalInterface
public interface SecretPrompt {
    /** What was typed, to be wiped by the caller; empty if nobody is there to type. */
    Optional<char[]> ask(String prompt);

    /** Nobody is there. */
    static SecretPrompt nobody() {
        return prompt -> Optional.empty();
    }

    /** Whoever sits at the process's terminal. */
    @SuppressWarnings("SystemConsoleNull") // before Java 22 it is null without a terminal
    static SecretPrompt console() {
        return prompt -> {
            Console console = System.console();
            return console != null && isTerminal(console)
                    ? Optional.ofNullable(console.readPassword("%s", prompt)).map(TypedText::requireWhole)
                    : Optional.empty();
        };
    }

    /** Since Java 22 there is a console without a terminal too, which says so. */
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
