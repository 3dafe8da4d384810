package dev.airlock.sandbox.state;

import dev.airlock.sandbox.sqlite.StoreProblem;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;

/** The problems of the file behind a store, and what to do about each. */
final class StateProblem {
    static final String LATER_VERSION = "the file was made by a later version of Airlock";

    private StateProblem() {}

    /** Returns the exception for a file that cannot be opened, read or written. */
    static StateUnavailableException of(Path file, SQLException thrown) {
        String name = name(file);
        StoreProblem problem = StoreProblem.of(thrown, file);
        if (problem == StoreProblem.DAMAGED) {
            return new StateUnavailableException(
                    "the state of connectors cannot be read: " + name + " is damaged, or is not an Airlock file",
                    "Restore a copy of " + name + ", or move it away; without it connectors lose their state,"
                            + " and what they claimed to do only once may be done again.",
                    thrown);
        }
        if (problem == StoreProblem.FULL) {
            return full(name, thrown);
        }
        if (LATER_VERSION.equals(thrown.getMessage())) {
            return new StateUnavailableException(
                    "the state of connectors cannot be read: " + name + " was made by a later version of Airlock",
                    "Use that version.",
                    thrown);
        }
        return new StateUnavailableException(
                "the state of connectors cannot be read or written", mayBeWritten(name), thrown);
    }

    private static StateUnavailableException full(String name, Exception thrown) {
        return new StateUnavailableException(
                "the state of connectors cannot be written: the disk is full",
                "Make room on the disk of " + name + ", then make the call again.",
                thrown);
    }

    /** Returns the exception for a file that does not exist and cannot be created. */
    static StateUnavailableException notMade(Path file, IOException thrown) {
        if (StoreProblem.of(thrown, file) == StoreProblem.FULL) {
            return full(name(file), thrown);
        }
        return new StateUnavailableException(
                "the file for the state of connectors cannot be created", mayBeWritten(name(file)), thrown);
    }

    private static String mayBeWritten(String name) {
        return "Make sure that you own " + name + " and its folder and can write them, then make the call again.";
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
