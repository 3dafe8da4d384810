package dev.airlock.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The cache of compiled connectors for the tests of all modules, so that each connector is compiled once in a build. Tests of compilation
 * itself use no cache, or another one.
 */
public final class GuestCode {
    private static final Path TARGET = Path.of(System.getProperty("airlock.root"), "target");

    private GuestCode() {}

    /** Returns the cache folder, a value for {@code AIRLOCK_CACHE}. */
    public static Path cache() {
        return make().resolve("guest-cache");
    }

    /** Returns the folder of the cache's entries. */
    public static Path folder() {
        return cache().resolve("code");
    }

    /** Returns the file of the key that seals the entries. Under another key they are deleted. */
    public static Path key() {
        return make().resolve("guest-code.key");
    }

    private static Path make() {
        try {
            return Files.createDirectories(TARGET);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
