package dev.airlock.runtime.files;

import dev.airlock.formats.text.Problem;
import java.io.IOException;
import java.util.List;

/** The settings of a home cannot be used. The message is safe to show. */
public final class SettingsException extends IOException {
    private static final long serialVersionUID = 1L;

    /** The problems, one line each, with places. */
    private final List<String> problems;

    SettingsException(List<Problem> problems) {
        super("settings.toml of this home cannot be used: " + problems.get(0));
        this.problems = problems.stream().map(Problem::toString).toList();
    }

    SettingsException(String why) {
        super("settings.toml of this home cannot be used: " + why);
        this.problems = List.of(why);
    }

    SettingsException(String why, IOException cause) {
        super("settings.toml of this home cannot be used: " + why, cause);
        this.problems = List.of();
    }

    /** Returns the problems, one line each, with places; empty if the file could not be read at all. */
    public List<String> problems() {
        return problems;
    }
}
