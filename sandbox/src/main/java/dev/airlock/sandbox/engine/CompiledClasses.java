package dev.airlock.sandbox.engine;

import com.dylibso.chicory.wasm.Version;
import dev.airlock.sandbox.cache.CodeCache;
import java.io.IOException;
import java.util.Optional;

/**
 * Compiled classes, kept between processes: one entry for each rewritten module, engine version and version of the pass. What
 * cannot be read is compiled again, and what cannot be written is done without: nothing is lost but time.
 */
final class CompiledClasses {
    private static final String VERSIONS =
            "chicory " + Version.version() + ", pass " + GuestClassPass.VERSION + ", module ";

    private final CodeCache cache;

    CompiledClasses(CodeCache cache) {
        this.cache = cache;
    }

    Optional<GuestClasses> get(String module) {
        try {
            Optional<byte[]> kept = cache.get(VERSIONS + module);
            return kept.isPresent() ? Optional.of(GuestClasses.ofBytes(kept.get())) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    void put(String module, GuestClasses classes) {
        try {
            cache.put(VERSIONS + module, classes.toBytes());
        } catch (IOException e) {
            // The next process compiles again.
        }
    }
}
