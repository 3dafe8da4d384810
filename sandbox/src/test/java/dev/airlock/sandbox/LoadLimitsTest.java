package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.load.LoadResult;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The failure of each limit that loading checks names the limit, its configured amount and the amount that was used.
 */
@TestInstance(Lifecycle.PER_CLASS)
final class LoadLimitsTest {
    private static final Set<LimitName> AT_LOAD = EnumSet.of(
            LimitName.MODULE,
            LimitName.FUNCTIONS,
            LimitName.LOCALS,
            LimitName.NESTING,
            LimitName.SEGMENTS,
            LimitName.MEMORY,
            LimitName.TABLE,
            LimitName.COMPILE,
            LimitName.COMPILE_MEMORY);

    private final Bench bench = Bench.plain();

    /**
     * A module that is over one limit.
     *
     * @param used the used amount in the failure; 0 if that depends on the machine
     */
    @SuppressWarnings("ArrayRecordComponent") // made here and read once
    record Over(LimitName limit, long configured, byte[] module, long used) {
        @Override
        public String toString() {
            return limit.wireName() + " " + limit.aspect();
        }
    }

    static List<Over> each() {
        byte[] nested = BigModules.nested(21);
        return List.of(
                new Over(LimitName.MODULE, 100, nested, nested.length),
                new Over(LimitName.FUNCTIONS, 10, BigModules.arithmetic(10, 1), 11),
                new Over(LimitName.LOCALS, 30, BigModules.locals(31), 31),
                new Over(LimitName.NESTING, 20, nested, 21),
                new Over(LimitName.SEGMENTS, 5, BigModules.segments(6), 6),
                new Over(LimitName.MEMORY, 131_072, BigModules.memory(3), 196_608),
                new Over(LimitName.TABLE, 5, BigModules.table(6), 6),
                new Over(LimitName.COMPILE, 1, BigModules.arithmetic(200, 2_000), 0),
                new Over(LimitName.COMPILE_MEMORY, 1 << 20, BigModules.arithmetic(10, 100), 0));
    }

    @AfterAll
    void close() {
        bench.close();
    }

    @ParameterizedTest
    @MethodSource("each")
    void aLimitNamesItselfWithConfiguredAndUsed(Over over) {
        for (Tier tier : Tier.values()) {
            LoadOptions options = LoadOptions.standard().withTier(tier).withLimit(over.limit(), over.configured());

            LoadResult result = bench.sandbox.load(Bench.manifest(""), over.module(), options);

            assertThat(result).isInstanceOf(LoadResult.Refused.class);
            Failure failure = ((LoadResult.Refused) result).failure();
            assertThat(failure.failureClass()).isEqualTo(FailureClass.RESOURCE_LIMIT_EXCEEDED);
            assertThat(failure.details())
                    .containsEntry("limit", over.limit().wireName())
                    .containsEntry("configured", over.configured());
            assertThat(failure.details().getOrDefault("aspect", ""))
                    .isEqualTo(over.limit().aspect());
            if (over.used() > 0) {
                assertThat(failure.details()).containsEntry("used", over.used());
            } else {
                assertThat((Long) failure.details().get("used")).isGreaterThanOrEqualTo(over.configured());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("each")
    void aModuleThatIsNotOverTheLimitIsLoaded(Over over) {
        LoadOptions options = LoadOptions.standard().withTier(Tier.INTERPRETED);

        assertThat(bench.sandbox.load(Bench.manifest(""), over.module(), options))
                .isInstanceOf(LoadResult.Loaded.class);
    }

    @Test
    void everyLimitThatLoadingChecksIsAmongThem() {
        Set<LimitName> tried = each().stream().map(Over::limit).collect(Collectors.toSet());

        assertThat(tried).isEqualTo(AT_LOAD);
    }

    @Test
    void aCheckFindsTheSameWithoutLoading() {
        var manifest = Bench.manifest("[limits]\ncompile = { memory = \"1MiB\" }\n");

        assertThat(bench.sandbox.check(manifest, BigModules.arithmetic(10, 100)))
                .singleElement()
                .satisfies(failure -> assertThat(failure.details())
                        .containsEntry("limit", "compile")
                        .containsEntry("aspect", "memory"));
    }
}
