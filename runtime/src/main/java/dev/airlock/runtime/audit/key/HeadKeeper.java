package dev.airlock.runtime.audit.key;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Keeps the heads of an audit log where a writer of the log cannot change them. Called after each checkpoint, by one thread that delays no
 * call; of several heads in a row, it gets only the last. Throws if it could not keep one, and the log records that.
 */
@FunctionalInterface
public interface HeadKeeper {
    /**
     * Keeps a head.
     *
     * @throws IOException if it could not be kept; the message is safe to show
     */
    void keep(KeptHead head) throws IOException;

    /**
     * Returns a keeper that adds a line to a file for each head, and creates the file if it does not exist. Several processes may use one
     * file.
     */
    static HeadKeeper file(Path file) {
        return new HeadFile(file)::add;
    }

    /**
     * Returns a keeper that runs a program for each head. The program reads the head's line from standard input and has 10 s.
     *
     * @param command the program and its arguments; no shell is involved
     */
    static HeadKeeper command(List<String> command) {
        return new HeadCommand(command);
    }
}
