package dev.airlock.cli;

import java.nio.file.Path;
import java.util.Map;

/** Where the command keeps what it can make again: {@code AIRLOCK_CACHE}, else the user's cache folder. */
final class CacheFolder {
    private CacheFolder() {}

    static Path of(Terminal terminal) {
        Map<String, String> environment = terminal.environment();
        String own = environment.getOrDefault("AIRLOCK_CACHE", "");
        if (!own.isEmpty()) {
            return terminal.resolve(Path.of(own));
        }
        String shared = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path caches = shared.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(shared);
        return caches.resolve("airlock");
    }
}
