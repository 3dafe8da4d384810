package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.failures.Failure;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.budget.Permit;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.load.CapturedInputs;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.load.LoadResult;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each call of a reactor begins with the same state, whether the call makes it or it was captured before. */
@TestInstance(Lifecycle.PER_CLASS)
final class SnapshotsTest {
    private static final long A_MINUTE = 60_000;

    private final Bench bench = Bench.plain();

    @AfterAll
    void close() {
        bench.close();
    }

    static Stream<Arguments> modes() {
        return Stream.of(Tier.values())
                .flatMap(tier -> Stream.of(true, false).map(snapshot -> Arguments.of(tier, snapshot)));
    }

    @ParameterizedTest(name = "{0} snapshot {1}")
    @MethodSource("modes")
    void everyByteElementAndGlobalIsAsItWasLeftBeforeInEveryCall(Tier tier, boolean snapshot) {
        Connector connector = load("mark-everything-reactor", tier, snapshot);

        for (int call = 0; call < 3; call++) {
            assertPristine(bench.sandbox.invoke(connector, call("run")));
        }
    }

    @ParameterizedTest(name = "{0} snapshot {1}")
    @MethodSource("modes")
    void callsAtTheSameTimeNeverSeeEachOthersWrites(Tier tier, boolean snapshot) {
        Connector connector = load("mark-everything-reactor", tier, snapshot);

        List<CompletableFuture<Outcome>> outcomes = IntStream.range(0, 16)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> bench.sandbox.invoke(connector, call("run")), Bench.THREAD_EACH))
                .toList();

        assertThat(outcomes).allSatisfy(outcome -> assertPristine(outcome.join()));
    }

    @ParameterizedTest(name = "{0} snapshot {1}")
    @MethodSource("modes")
    void aCallThatWasEndedInTheMiddleOfItsWritesLeavesNothing(Tier tier, boolean snapshot) {
        Connector connector = load("mark-everything-reactor", tier, snapshot);

        for (int round = 0; round < 40; round++) {
            Call call = call("run");
            CompletableFuture<Outcome> outcome =
                    CompletableFuture.supplyAsync(() -> bench.sandbox.invoke(connector, call), Bench.THREAD_EACH);
            LockSupport.parkNanos(round * 250_000L);
            call.cancellation().cancel();
            assertThat(outcome.join()).isNotInstanceOf(Outcome.Failed.class);
        }
        assertPristine(bench.sandbox.invoke(connector, call("run")));
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void aCallThatFailedLeavesNothing(Tier tier) {
        Connector connector = load("mark-everything-reactor", tier, true);
        long fuel = bench.sandbox.invoke(connector, call("run")).usage().fuel();
        Connector poor = bench.load(
                manifest(true),
                Bench.guest("mark-everything-reactor"),
                LoadOptions.standard().withTier(tier).withLimit(LimitName.FUEL, fuel - 1));

        for (int call = 0; call < 2; call++) {
            Outcome outcome = bench.sandbox.invoke(poor, call("run"));
            assertThat(((Outcome.Failed) outcome).failure().details())
                    .containsEntry("limit", "fuel")
                    .containsEntry("used", fuel);
        }
    }

    @Test
    void theSameStateServesBothTiersAndCostsTheSameFuel() throws InterruptedException {
        try (Bench fresh = Bench.withCode(Optional.empty(), builder -> builder)) {
            Connector connector = fresh.load(manifest(true), Bench.guest("reactor-takes-in"), LoadOptions.standard());
            Outcome first = fresh.sandbox.invoke(connector, call("run"));
            assertThat(connector.awaitCompilation(Duration.ofMillis(A_MINUTE))).isTrue();
            Outcome second = fresh.sandbox.invoke(connector, call("run"));

            assertThat(connector.tier()).isEqualTo(Tier.COMPILED);
            assertThat(output(second)).isEqualTo(output(first));
            assertThat(second.usage().fuel()).isEqualTo(first.usage().fuel());
        }
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void whatWasTakenInBeforeIsToldAndIsTheSameInEachCallOfOneConnectorOnly(Tier tier) {
        Connector connector = load("reactor-takes-in", tier, true);
        Connector another = load("reactor-takes-in", tier, true);
        Set<String> letters = new HashSet<>();
        for (int call = 0; call < 3; call++) {
            letters.add(output(bench.sandbox.invoke(connector, call("run"))));
        }

        assertThat(letters).hasSize(1);
        assertThat(letters).doesNotContain(output(bench.sandbox.invoke(another, call("run"))));
        assertThat(connector.capturedInputs()).containsExactlyInAnyOrder(CapturedInputs.CLOCK, CapturedInputs.RANDOM);
        assertThat(connector.beginsWithSnapshot()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void withoutASnapshotNothingIsFrozen(Tier tier) {
        Connector connector = load("reactor-takes-in", tier, false);

        assertThat(output(bench.sandbox.invoke(connector, call("run"))))
                .isNotEqualTo(output(bench.sandbox.invoke(connector, call("run"))));
        assertThat(connector.capturedInputs()).isEmpty();
        assertThat(load("mark-everything-reactor", tier, true).capturedInputs()).isEmpty();
    }

    @ParameterizedTest(name = "{0} snapshot {1}")
    @MethodSource("modes")
    void segmentsThatWereDroppedBeforeStayDropped(Tier tier, boolean snapshot) {
        Connector connector = load("reactor-takes-in", tier, snapshot);

        assertThat(trap(bench.sandbox.invoke(connector, call("data")))).isEqualTo("out_of_bounds_memory_access");
        assertThat(trap(bench.sandbox.invoke(connector, call("elem")))).isEqualTo("out_of_bounds_table_access");
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void aCaptureThatNeverEndsIsEndedByTheLimitOfACall(Tier tier) {
        byte[] loops = Bench.bytes(HostileCase.FOLDER.resolve("reactor-initialize-loops-until-deadline.wasm"));
        LoadOptions options = LoadOptions.standard()
                .withTier(tier)
                .withLimit(LimitName.FUEL, 300_000_000_000L)
                .withLimit(LimitName.WALL_TIME, 200);

        LoadResult result = bench.sandbox.load(manifest(true), loops, options);

        assertThat(result).isInstanceOf(LoadResult.Refused.class);
        Failure failure = ((LoadResult.Refused) result).failure();
        assertThat(failure.message()).startsWith("While its initial state was captured:");
        assertThat(failure.details()).containsEntry("limit", "wall_time").containsEntry("configured", 200L);
    }

    @Test
    void statesThatStayLoadedAreCountedUntilTheConnectorIsClosedAndTheirSumIsBounded() {
        long before = bench.budget.residentBytes();
        Connector connector = load("mark-everything-reactor", Tier.COMPILED, true);
        long stays = bench.budget.residentBytes() - before;
        assertThat(stays).isBetween(4_096L, 1L << 20);
        connector.close();
        connector.close();
        assertThat(bench.budget.residentBytes()).isEqualTo(before);

        long left = bench.budget.mostResidentBytes() - before;
        Permit giveBack = bench.budget.tryKeep(left - 1).orElseThrow();
        try {
            LoadResult refused = bench.sandbox.load(
                    manifest(true),
                    Bench.guest("mark-everything-reactor"),
                    LoadOptions.standard().withLimit(LimitName.FUEL, 20_000_000));
            assertThat(refused)
                    .isInstanceOfSatisfying(
                            LoadResult.Refused.class,
                            why -> assertThat(why.failure().message())
                                    .startsWith(
                                            "The captured states of all loaded connectors together take too much:"));
        } finally {
            giveBack.close();
        }
    }

    private Connector load(String guest, Tier tier, boolean snapshot) {
        return bench.load(
                manifest(snapshot),
                Bench.guest(guest),
                LoadOptions.standard().withTier(tier).withLimit(LimitName.FUEL, 20_000_000));
    }

    private static ConnectorManifest manifest(boolean snapshot) {
        return Bench.manifest("[connector.reactor]\nsnapshot = " + snapshot + "\n");
    }

    private static Call call(String op) {
        return Call.of(op, JsonNodeFactory.instance.objectNode()).withIdempotencyKey("key");
    }

    private static void assertPristine(Outcome outcome) {
        assertThat(output(outcome)).isEqualTo("{\"pristine\":true}");
    }

    private static String output(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Succeeded.class);
        return StrictJson.write(((Outcome.Succeeded) outcome).output());
    }

    private static String trap(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        return String.valueOf(((Outcome.Failed) outcome).failure().details().get("trap"));
    }
}
