package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.admission.LoadDemand;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.cache.CacheUnusableException;
import dev.airlock.sandbox.cache.CodeCache;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.engine.pass.ClassPass;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.wasm.ModuleInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A connector can be called before it is compiled, and the next process uses what was compiled once. */
final class TiersTest {
    private static final long A_MINUTE = 60_000;
    private static final LoadOptions STANDARD = LoadOptions.standard().withLimit(LimitName.FUEL, 20_000_000);

    @TempDir
    private Path temp;

    private final ConcurrentLinkedQueue<Throwable> notCompiled = new ConcurrentLinkedQueue<>();

    @Test
    void aConnectorIsInterpretedFirstAndCompiledBetweenTwoCalls() throws InterruptedException {
        try (Bench bench = withoutCache()) {
            Connector connector = bench.loadGuest("mark-everything", STANDARD);
            Outcome first = bench.sandbox.invoke(connector, call());
            assertThat(connector.awaitCompilation(Duration.ofMillis(A_MINUTE))).isTrue();
            Outcome second = bench.sandbox.invoke(connector, call());

            assertThat(connector.tier()).isEqualTo(Tier.COMPILED);
            assertThat(List.of(first, second))
                    .allSatisfy(outcome -> assertThat(outcome).isInstanceOf(Outcome.Succeeded.class));
            assertThat(first.usage().fuel()).isEqualTo(second.usage().fuel());
            assertThat(notCompiled).isEmpty();
        }
    }

    @Test
    void aConnectorThatIsCompiledWithoutTheClassPassDoesTheSameForTheSameFuel() {
        List<Outcome> outcomes = new ArrayList<>();
        for (ClassPass pass : ClassPass.values()) {
            try (Bench bench = Bench.withCode(
                    Optional.empty(), builder -> builder.classPass(pass).notCompiled(notCompiled::add))) {
                Connector connector = bench.loadGuest("mark-everything", STANDARD.withTier(Tier.COMPILED));
                assertThat(connector.tier()).isEqualTo(Tier.COMPILED);
                outcomes.add(bench.sandbox.invoke(connector, call()));
            }
        }

        assertThat(outcomes)
                .allSatisfy(outcome -> assertThat(outcome).isInstanceOf(Outcome.Succeeded.class))
                .extracting(outcome -> List.of(
                        ((Outcome.Succeeded) outcome).output(), outcome.usage().fuel()))
                .containsOnly(List.of(
                        ((Outcome.Succeeded) outcomes.get(0)).output(),
                        outcomes.get(0).usage().fuel()));
        assertThat(notCompiled).isEmpty();
    }

    @Test
    void callsThatRunWhileTheConnectorIsCompiledKeepTheirResultAndTheirFuel() throws InterruptedException {
        try (Bench bench = withoutCache()) {
            Connector connector = bench.loadGuest("mark-everything", STANDARD);
            List<CompletableFuture<Outcome>> outcomes = Stream.generate(() -> CompletableFuture.supplyAsync(
                            () -> bench.sandbox.invoke(connector, call()), Bench.THREAD_EACH))
                    .limit(24)
                    .toList();

            assertThat(outcomes.stream()
                            .map(CompletableFuture::join)
                            .map(outcome -> outcome.usage().fuel())
                            .distinct())
                    .hasSize(1);
            assertThat(outcomes)
                    .allSatisfy(outcome -> assertThat(outcome.join()).isInstanceOf(Outcome.Succeeded.class));
            assertThat(connector.awaitCompilation(Duration.ofMillis(A_MINUTE))).isTrue();
        }
    }

    @Test
    void whatWasCompiledOnceIsReadyAtOnceAndStillStartsEachCallAnew() throws IOException {
        long fuel = compileInto(cache());

        try (Bench bench = with(cache())) {
            Connector connector = bench.loadGuest("mark-everything", STANDARD);
            assertThat(connector.tier()).isEqualTo(Tier.COMPILED);
            for (int round = 0; round < 3; round++) {
                Outcome outcome = bench.sandbox.invoke(connector, call());
                assertThat(outcome).isInstanceOf(Outcome.Succeeded.class);
                assertThat(outcome.usage().fuel()).isEqualTo(fuel);
            }
        }
    }

    @Test
    void anEntryThatWasAlteredOrCutIsNotExecutedButMadeAnew() throws IOException {
        compileInto(cache());
        for (boolean cut : new boolean[] {true, false}) {
            Path entry = onlyEntry();
            byte[] whole = Files.readAllBytes(entry);
            byte[] altered = cut ? Arrays.copyOf(whole, whole.length / 2) : whole.clone();
            altered[altered.length - 1] ^= 1;
            Files.write(entry, altered);

            try (Bench bench = with(cache())) {
                assertThat(bench.loadGuest("mark-everything", STANDARD.withTier(Tier.COMPILED))
                                .tier())
                        .isEqualTo(Tier.COMPILED);
            }
            assertThat(Files.readAllBytes(onlyEntry())).isEqualTo(whole);
        }
    }

    @Test
    void interpretedStaysInterpretedWhateverIsInTheCache() throws IOException, InterruptedException {
        compileInto(cache());

        try (Bench bench = with(cache())) {
            Connector connector = bench.loadGuest("mark-everything", STANDARD.withTier(Tier.INTERPRETED));
            assertThat(connector.awaitCompilation(Duration.ZERO)).isTrue();
            assertThat(connector.tier()).isEqualTo(Tier.INTERPRETED);
        }
    }

    @Test
    void aConnectorThatMayNotTakeTheMemoryToBeCompiledStaysInterpretedAndWorks() throws InterruptedException {
        try (Bench bench = withoutCache()) {
            ModuleInfo module = bench.loadGuest("mark-everything", STANDARD.withTier(Tier.INTERPRETED))
                    .module();
            long tooLittle = LoadDemand.bytes(module, true) - 1;
            Connector connector =
                    bench.loadGuest("mark-everything", STANDARD.withLimit(LimitName.COMPILE_MEMORY, tooLittle));
            assertThat(connector.awaitCompilation(Duration.ofMillis(A_MINUTE))).isTrue();

            assertThat(connector.tier()).isEqualTo(Tier.INTERPRETED);
            assertThat(bench.sandbox.invoke(connector, call())).isInstanceOf(Outcome.Succeeded.class);
            assertThat(notCompiled)
                    .singleElement()
                    .satisfies(why -> assertThat(why).hasMessageContaining("compiling local://tests/guest takes"));
        }
    }

    @Test
    void aCompilationThatIsGivenUpIsNothingToReport() throws InterruptedException {
        Connector connector;
        try (Bench bench = withoutCache()) {
            connector = bench.loadGuest("mark-everything", STANDARD);
            connector.close();
            assertThat(connector.awaitCompilation(Duration.ofMillis(A_MINUTE))).isTrue();
        }
        assertThat(connector.tier()).isEqualTo(Tier.INTERPRETED);
        assertThat(notCompiled).isEmpty();
    }

    @Test
    void aConnectorThatIsClosedIsNotCalledAgainAndItsRunningCallGoesOn() {
        try (Bench bench = withoutCache()) {
            Connector connector = bench.loadGuest(
                    "signal-then-sleep", STANDARD.withTier(Tier.INTERPRETED).withLimit(LimitName.WALL_TIME, 400));
            CompletableFuture<Outcome> running =
                    CompletableFuture.supplyAsync(() -> bench.sandbox.invoke(connector, call()), Bench.THREAD_EACH);
            Bench.eventually().until(() -> bench.budget.heldBytes() > 0);
            connector.close();
            connector.close();

            assertThatThrownBy(() -> bench.sandbox.invoke(connector, call()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("is closed; load it again");
            assertThat(running.join()).isInstanceOf(Outcome.Failed.class);
        }
    }

    private long compileInto(CodeCache cache) {
        try (Bench bench = with(cache)) {
            Connector connector = bench.loadGuest("mark-everything", STANDARD.withTier(Tier.COMPILED));
            return bench.sandbox.invoke(connector, call()).usage().fuel();
        }
    }

    private Path onlyEntry() throws IOException {
        try (Stream<Path> files = Files.list(temp.resolve("code"))) {
            return files.filter(file -> file.toString().endsWith(".code"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private CodeCache cache() {
        try {
            return CodeCache.open(temp.resolve("code"), temp.resolve("key"), CodeCache.STANDARD_SIZE);
        } catch (IOException | CacheUnusableException e) {
            throw new IllegalStateException(e);
        }
    }

    private Bench withoutCache() {
        return Bench.withCode(Optional.empty(), builder -> builder.notCompiled(notCompiled::add));
    }

    private Bench with(CodeCache cache) {
        return Bench.withCode(Optional.of(cache), builder -> builder.notCompiled(notCompiled::add));
    }

    private static Call call() {
        return Call.of("run", JsonNodeFactory.instance.objectNode());
    }
}
