package dev.airlock.cli.environment;

import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.TypedText;
import dev.airlock.runtime.files.Home;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The folders in which the command keeps its user's files: those that it can create again, and those that it cannot. */
public final class UserFolders {
    private UserFolders() {}

    /** Returns the folder for files that can be created again: {@code AIRLOCK_CACHE}, else the user's cache folder. */
    public static Path cache(Terminal terminal) {
        return folder(terminal, "AIRLOCK_CACHE", "XDG_CACHE_HOME", Path.of(".cache"));
    }

    /** Returns the folder for data and keys: {@code AIRLOCK_HOME}, else the user's data folder. */
    public static Path data(Terminal terminal) {
        return folder(terminal, "AIRLOCK_HOME", "XDG_DATA_HOME", Path.of(".local", "share"));
    }

    /** Returns the files in the folder for data and keys. */
    public static Home home(Terminal terminal) {
        return new Home(data(terminal));
    }

    /** Returns the user's home: {@code HOME}, as in every other program, else the home from the system's list of users. */
    public static Path userHome(Map<String, String> environment) {
        return absolute(environment, "HOME").orElseGet(() -> Path.of(System.getProperty("user.home")));
    }

    private static Path folder(Terminal terminal, String own, String shared, Path inHome) {
        Map<String, String> environment = terminal.environment();
        String named = value(environment, own);
        return named.isEmpty()
                ? absolute(environment, shared)
                        .orElseGet(() -> userHome(environment).resolve(inHome))
                        .resolve("airlock")
                : terminal.resolve(Path.of(named));
    }

    /** Returns the folder that a variable names. A relative one counts as unset (XDG Base Directory Specification, 0.8). */
    private static Optional<Path> absolute(Map<String, String> environment, String variable) {
        return Optional.of(value(environment, variable))
                .filter(text -> !text.isEmpty())
                .map(Path::of)
                .filter(Path::isAbsolute);
    }

    private static String value(Map<String, String> environment, String variable) {
        return TypedText.requireWhole(
                environment.getOrDefault(variable, ""), "The variable " + variable, "Nothing was done.");
    }
}
