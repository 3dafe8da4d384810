package dev.airlock.cli.console;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that does nothing itself: without one of its subcommands, it asks for one. */
public abstract class CommandGroup implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public final void run() {
        List<String> names = new ArrayList<>(spec.subcommands().keySet());
        String last = names.remove(names.size() - 1);
        throw new ParameterException(
                spec.commandLine(),
                "name a command: " + (names.isEmpty() ? last : String.join(", ", names) + " or " + last));
    }
}
