package dev.airlock.sandbox.engine;

import dev.airlock.formats.hash.Sha256;
import dev.airlock.sandbox.cache.CodeCache;
import dev.airlock.sandbox.engine.pass.ClassPass;
import dev.airlock.sandbox.engine.pass.Translation;
import java.io.IOException;
import java.util.Optional;

/**
 * Compiled programs, kept between processes: one entry for each module and {@link Translation}. An entry that cannot be
 * read is compiled again, and one that cannot be written is skipped; either costs only time. Thread-safe.
 */
final class KeptPrograms {
    private final CodeCache cache;
    private final String translation;

    private KeptPrograms(CodeCache cache, String translation) {
        this.cache = cache;
        this.translation = translation;
    }

    /** Returns those in a cache, for code that is made with or without the pass. */
    static Optional<KeptPrograms> in(CodeCache cache, ClassPass pass) {
        return Translation.version().map(version -> new KeptPrograms(cache, version + ", class pass " + pass.word()));
    }

    /** Returns the program of a module, as its author built it. */
    Optional<ProgramFile> get(byte[] module) {
        try {
            Optional<byte[]> kept = cache.get(key(module));
            return kept.isPresent() ? Optional.of(ProgramFile.ofBytes(kept.get())) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    void put(byte[] module, String label, ProgramFile program) {
        try {
            cache.put(key(module), label, program.toBytes());
        } catch (IOException e) {
            // the next process compiles again
        }
    }

    private String key(byte[] module) {
        return "module " + Sha256.hex(module) + ", " + translation;
    }
}
