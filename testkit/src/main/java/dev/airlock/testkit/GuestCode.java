package dev.airlock.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the tests of all modules keep what they compiled of connectors, so that each is compiled once in a build. A test of
 * compilation itself keeps nothing, or keeps it elsewhere.
 */
public final class GuestCode {
    private static final Path TARGET = Path.of(System.getProperty("airlock.root"), "target");

    private GuestCode() {}

    /** The cache, as {@code AIRLOCK_CACHE} names it. */
    public static Path cache() {
        return made().resolve("guest-cache");
    }

    /** The entries of the cache. */
    public static Path folder() {
        return cache().resolve("code");
    }

    /** The key that seals the entries; under another one they are deleted. */
    public static Path key() {
        return made().resolve("guest-code.key");
    }

    private static Path made() {
        try {
            return Files.createDirectories(TARGET);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
