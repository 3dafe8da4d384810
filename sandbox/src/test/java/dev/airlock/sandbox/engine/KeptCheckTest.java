package dev.airlock.sandbox.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.Failure;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.cache.CodeCache;
import dev.airlock.sandbox.engine.pass.ClassPass;
import dev.airlock.sandbox.load.LoadResult;
import dev.airlock.sandbox.wasm.ModuleBuilder;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KeptCheckTest {
    private static final ConnectorManifest MANIFEST =
            ManifestReader.read("manifest.toml", """
            [connector]
            name = "local://tests/kept"
            version = "1.0.0"
            """).orThrow();

    @TempDir
    private Path home;

    /** The invalid module is in the cache only because the test puts it there, under the seal. */
    @Test
    void takesAKeptModuleToBeValidAndValidatesEveryOther() throws Exception {
        byte[] valid = module(Opcode.NOP);
        byte[] invalid = module(Opcode.DROP);
        CodeCache cache = CodeCache.open(home.resolve("code"), home.resolve("key/key"), CodeCache.STANDARD_SIZE);
        try (Sandbox sandbox = Sandbox.builder().codeCache(cache).build()) {
            assertThat(sandbox.load(MANIFEST, valid, LoadOptions.standard().withTier(Tier.COMPILED)))
                    .isInstanceOf(LoadResult.Loaded.class);
            assertThat(sandbox.check(MANIFEST, valid)).isEmpty();
            assertThat(sandbox.check(MANIFEST, invalid))
                    .extracting(Failure::message)
                    .singleElement()
                    .asString()
                    .contains("The module is not valid WebAssembly");

            KeptPrograms kept = KeptPrograms.in(cache, ClassPass.ofTheJvm()).orElseThrow();
            kept.put(invalid, "", kept.get(valid).orElseThrow());

            assertThat(sandbox.check(MANIFEST, invalid)).isEmpty();
        }
        try (Sandbox sandbox = Sandbox.builder().build()) {
            assertThat(sandbox.check(MANIFEST, invalid)).hasSize(1);
        }
    }

    @Test
    void findsWhatAManifestDoesNotGrantInAKeptModuleToo() throws Exception {
        ModuleBuilder builder = new ModuleBuilder();
        int none = builder.type(new int[0]);
        builder.importing("somewhere", "else", 0, w -> w.u32(none));
        byte[] module = started(builder, none, Opcode.NOP, 1);
        CodeCache cache = CodeCache.open(home.resolve("code"), home.resolve("key/key"), CodeCache.STANDARD_SIZE);
        try (Sandbox sandbox = Sandbox.builder().codeCache(cache).build()) {
            List<Failure> before = sandbox.check(MANIFEST, module);
            byte[] other = module(Opcode.NOP);
            assertThat(sandbox.load(MANIFEST, other, LoadOptions.standard().withTier(Tier.COMPILED)))
                    .isInstanceOf(LoadResult.Loaded.class);
            KeptPrograms kept = KeptPrograms.in(cache, ClassPass.ofTheJvm()).orElseThrow();
            kept.put(module, "", kept.get(other).orElseThrow());

            assertThat(before).isNotEmpty();
            assertThat(sandbox.check(MANIFEST, module))
                    .extracting(Failure::message)
                    .isEqualTo(before.stream().map(Failure::message).toList());
        }
    }

    private static byte[] module(Opcode first) {
        ModuleBuilder builder = new ModuleBuilder();
        return started(builder, builder.type(new int[0]), first, 0);
    }

    private static byte[] started(ModuleBuilder builder, int type, Opcode first, int index) {
        builder.function(type, w -> w.opcode(first).opcode(Opcode.END));
        return builder.exporting("_start", 0, index).build();
    }
}
