package dev.airlock.runtime;

import dev.airlock.sandbox.cache.CacheUnusableException;
import dev.airlock.sandbox.cache.CodeCache;
import dev.airlock.testkit.GuestCode;
import java.io.IOException;

/** The cache that the tests share, so that each connector is compiled once per build. */
public final class KeptCode {
    private KeptCode() {}

    public static CodeCache cache() {
        try {
            return CodeCache.open(GuestCode.folder(), GuestCode.key(), CodeCache.STANDARD_SIZE);
        } catch (IOException | CacheUnusableException e) {
            throw new AssertionError(e);
        }
    }
}
