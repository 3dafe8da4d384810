package dev.airlock.cli.binding;

import java.util.ArrayList;
import java.util.List;
import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Takes everything after an option as its value, including other options, as {@code kubectl exec} and {@code docker run} do. */
final class RestOfLine implements IParameterConsumer {
    private static final String END_OF_OPTIONS = "--";

    @Override
    @SuppressWarnings("JdkObsolete") // picocli's own type
    public void consumeParameters(Stack<String> line, ArgSpec option, CommandSpec command) {
        List<String> words = new ArrayList<>();
        while (!line.isEmpty()) {
            words.add(line.pop());
        }
        if (!words.isEmpty() && words.get(0).equals(END_OF_OPTIONS)) {
            words.remove(0);
        }
        if (words.isEmpty()) {
            throw new ParameterException(command.commandLine(), "--from-command needs a command after it");
        }
        option.setValue(words);
    }
}
