package dev.airlock.sandbox.engine;

import com.dylibso.chicory.wasm.Version;
import dev.airlock.sandbox.cache.CodeCache;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Compiled classes, kept between processes: one entry for each rewritten module, engine version and version of the pass. What
 * cannot be read is compiled again, and what cannot be written is done without: nothing is lost but time.
 */
final class CompiledClasses {
    private static final String VERSIONS =
            "chicory " + Version.version() + ", pass " + GuestClassPass.VERSION + ", module ";

    private final CodeCache cache;
    private final String label;

    /**
     * The compiled classes in a cache.
     *
     * @param label says what is put in is for, to a person
     */
    CompiledClasses(CodeCache cache, String label) {
        this.cache = cache;
        this.label = label;
    }

    byte @Nullable [] get(String module) {
        try {
            return cache.get(VERSIONS + module).orElse(null);
        } catch (IOException e) {
            return null;
        }
    }

    void put(String module, byte[] classes) {
        try {
            cache.put(VERSIONS + module, label, classes);
        } catch (IOException e) {
            // The next process compiles again.
        }
    }
}
