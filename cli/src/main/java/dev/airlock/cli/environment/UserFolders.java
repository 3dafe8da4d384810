package dev.airlock.cli.environment;

import dev.airlock.cli.console.Terminal;
import dev.airlock.runtime.files.Home;
import java.nio.file.Path;
import java.util.Map;

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

    private static Path folder(Terminal terminal, String own, String shared, Path inHome) {
        Map<String, String> environment = terminal.environment();
        String named = environment.getOrDefault(own, "");
        if (!named.isEmpty()) {
            return terminal.resolve(Path.of(named));
        }
        String parent = environment.getOrDefault(shared, "");
        Path folder =
                parent.isEmpty() ? Path.of(System.getProperty("user.home")).resolve(inHome) : Path.of(parent);
        return folder.resolve("airlock");
    }
}
