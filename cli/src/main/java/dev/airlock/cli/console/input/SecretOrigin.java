package dev.airlock.cli.console.input;

import java.util.List;

/** The origin of a secret. */
public sealed interface SecretOrigin {
    /** A person types it. */
    record Typed() implements SecretOrigin {}

    /** It is read from standard input. */
    record StandardInput() implements SecretOrigin {}

    /** It is the value of a variable of the environment. */
    record Variable(String name) implements SecretOrigin {
        /** Omits the name, because a person may have given the value in its place. */
        @Override
        public String toString() {
            return "a variable";
        }
    }

    /**
     * A program prints it.
     *
     * @param words the program and its arguments, which no shell reads
     */
    record Command(List<String> words) implements SecretOrigin {
        /** Copies the words. */
        public Command {
            words = List.copyOf(words);
        }

        /** Omits the words, which may hold a secret themselves. */
        @Override
        public String toString() {
            return "a command";
        }
    }
}
