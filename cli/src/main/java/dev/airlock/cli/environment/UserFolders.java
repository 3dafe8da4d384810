package dev.airlock.cli.environment;

import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.TypedText;
import dev.airlock.runtime.files.Home;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Where the command keeps things for its user: what it can make again, and what it cannot. */
public final class UserFolders {
    private UserFolders() {}

    /** What can be made again: {@code AIRLOCK_CACHE}, else the user's cache folder. */
    public static Path cache(Terminal terminal) {
        return folder(terminal, "AIRLOCK_CACHE", "XDG_CACHE_HOME", Path.of(".cache"));
    }

    /** Data and keys: {@code AIRLOCK_HOME}, else the user's data folder. */
    public static Path data(Terminal terminal) {
        return folder(terminal, "AIRLOCK_HOME", "XDG_DATA_HOME", Path.of(".local", "share"));
    }

    /** What lies in the folder of data and keys. */
    public static Home home(Terminal terminal) {
        return new Home(data(terminal));
    }

    /** The user's home: {@code HOME}, as every other program has it, else what the system's list of users says. */
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

    /** A folder that a variable names; one that is not absolute counts as unset (XDG Base Directory Specification, 0.8). */
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
