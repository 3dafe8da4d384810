package dev.airlock.runtime.audit;

import dev.airlock.runtime.files.HomeSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the heads of an audit log where those who can write the log cannot change them. Told after each checkpoint, by one thread that
 * holds up no call; of several in a row only the last. Throws if it could not keep one, which the log then records.
 */
@FunctionalInterface
public interface HeadKeeper {
    /**
     * Keeps a head.
     *
     * @throws IOException if it could not; the message is safe to show
     */
    void keep(KeptHead head) throws IOException;

    /** Those that the settings of a home name. */
    static List<HeadKeeper> of(HomeSettings settings) {
        List<HeadKeeper> keepers = new ArrayList<>();
        settings.headsFile().map(HeadKeeper::file).ifPresent(keepers::add);
        if (!settings.headsCommand().isEmpty()) {
            keepers.add(command(settings.headsCommand()));
        }
        return keepers;
    }

    /** Adds a line to a file for each head, and makes the file if it does not exist. Several processes may use one. */
    static HeadKeeper file(Path file) {
        return new HeadFile(file)::add;
    }

    /**
     * Runs a program for each head, which reads its line from standard input and has 10 seconds.
     *
     * @param command the program and its arguments; no shell takes part
     */
    static HeadKeeper command(List<String> command) {
        return new HeadCommand(command);
    }
}
