package dev.airlock.sandbox.api;

import static dev.airlock.sandbox.api.LoadPhase.COMPILING;
import static dev.airlock.sandbox.api.LoadPhase.METERING;
import static dev.airlock.sandbox.api.LoadPhase.READING;
import static dev.airlock.sandbox.api.LoadPhase.VALIDATING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.Bench;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.cache.CacheEntry;
import dev.airlock.sandbox.cache.CacheFolder;
import dev.airlock.sandbox.cache.CodeCache;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.load.LoadResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadListenerTest {
    @TempDir
    private Path home;

    private final List<LoadPhase> phases = new ArrayList<>();
    private final List<Integer> functions = new ArrayList<>();

    @Test
    void isToldEachPhaseAndOfCompilationOnlyIfItTakesPlace() throws Exception {
        assertThat(loaded(LoadOptions.standard().withTier(Tier.COMPILED)))
                .containsExactly(READING, VALIDATING, METERING, COMPILING);
        assertThat(functions).startsWith(0).element(1).asString().matches("[1-9]\\d*");
        assertThat(loaded(LoadOptions.standard().withTier(Tier.COMPILED))).containsExactly(READING);
        assertThat(loaded(LoadOptions.standard().withTier(Tier.INTERPRETED)))
                .containsExactly(READING, VALIDATING, METERING);
    }

    @Test
    void compiledCodeIsKeptUnderTheConnectorsName() throws Exception {
        loaded(LoadOptions.standard().withTier(Tier.COMPILED));

        assertThat(CacheFolder.at(home.resolve("code")).entries())
                .extracting(CacheEntry::label)
                .containsExactly(Bench.manifest("").connector().name() + "@"
                        + Bench.manifest("").connector().version());
    }

    private List<LoadPhase> loaded(LoadOptions options) throws Exception {
        phases.clear();
        functions.clear();
        CodeCache cache =
                CodeCache.open(home.resolve("code"), home.resolve("key/code-cache.key"), CodeCache.STANDARD_SIZE);
        try (Sandbox sandbox = Sandbox.builder()
                .codeCache(cache)
                .loadListener((phase, count) -> {
                    phases.add(phase);
                    functions.add(count);
                })
                .build()) {
            assertThat(sandbox.load(Bench.manifest(""), Bench.guest("echo"), options))
                    .isInstanceOf(LoadResult.Loaded.class);
        }
        return phases;
    }
}
