package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.failures.Failure;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.LogLine;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.Transcript;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.load.LoadResult;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every module of {@code testdata/hostile}, on both tiers: it ends as its header says, in time, and harms no later
 * call.
 */
@TestInstance(Lifecycle.PER_CLASS)
final class HostileModulesTest {
    /** How long after its deadline a call may answer. */
    private static final long SLACK_MILLIS = 250;

    private static final int LONGEST_MESSAGE = 4_000;

    private final Map<String, Map<Tier, Result>> results = new HashMap<>();
    private final Map<Tier, Connector> good = new EnumMap<>(Tier.class);
    private Bench bench;

    /** The result of a case: a refusal at load, or an outcome. */
    private sealed interface Result {
        /** The faults of the host in the meantime. */
        List<Throwable> faults();

        record Refused(Failure failure, List<Throwable> faults) implements Result {}

        record Ended(Outcome outcome, Connector connector, List<Throwable> faults) implements Result {}
    }

    HostileModulesTest() {
        bench = Bench.with(HostileCase.FOLDER.resolve("upstream.toml"));
    }

    @BeforeAll
    void loadAGoodConnector() {
        for (Tier tier : Tier.values()) {
            good.put(tier, bench.loadGuest("echo", LoadOptions.standard().withTier(tier)));
        }
    }

    @AfterAll
    void close() {
        bench.close();
    }

    static List<HostileCase> cases() {
        return HostileCase.all();
    }

    static Stream<Arguments> casesOnEachTier() {
        return cases().stream().flatMap(hostile -> Stream.of(Tier.values()).map(tier -> Arguments.of(hostile, tier)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("casesOnEachTier")
    void endsAsItsHeaderSaysAndHarmsNoLaterCall(HostileCase hostile, Tier tier) {
        Result result = result(hostile, tier);

        assertThat(result.faults()).as("faults of the host").isEmpty();
        assertResult(hostile, result);
        assertThat(bench.sandbox.exchangesUnderWay()).isZero();
        assertThat(invoke(good(tier))).as("the next call").isInstanceOf(Outcome.Succeeded.class);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void endsTheSameOnBothTiers(HostileCase hostile) {
        Result compiled = result(hostile, Tier.COMPILED);
        Result interpreted = result(hostile, Tier.INTERPRETED);

        assertThat(told(compiled, hostile)).isEqualTo(told(interpreted, hostile));
    }

    private Outcome invoke(Connector connector) {
        return bench.sandbox.invoke(
                connector, Call.of("run", JsonNodeFactory.instance.objectNode()).withIdempotencyKey("key-0123456789"));
    }

    private Connector good(Tier tier) {
        return Objects.requireNonNull(good.get(tier));
    }

    private Result result(HostileCase hostile, Tier tier) {
        Map<Tier, Result> ofCase = results.computeIfAbsent(hostile.name(), name -> new EnumMap<>(Tier.class));
        return Objects.requireNonNull(ofCase.computeIfAbsent(tier, unseen -> run(hostile, tier)));
    }

    private Result run(HostileCase hostile, Tier tier) {
        LoadResult loaded = bench.sandbox.load(hostile.manifest(), hostile.module(), hostile.options(tier));
        if (loaded instanceof LoadResult.Refused refused) {
            return new Result.Refused(refused.failure(), bench.drainFaults());
        }
        Connector connector = ((LoadResult.Loaded) loaded).connector();
        Outcome outcome = invoke(connector);
        return new Result.Ended(outcome, connector, bench.drainFaults());
    }

    /**
     * Checks that it answers in time in one of three runs: on a machine that is busy with something else, any one may
     * be late.
     */
    private void assertInTime(Result.Ended ended) {
        long latest = ended.connector().limits().get(LimitName.WALL_TIME) + SLACK_MILLIS;
        long wallMillis = ended.outcome().usage().wallMillis();
        for (int again = 0; again < 2 && wallMillis > latest; again++) {
            wallMillis = invoke(ended.connector()).usage().wallMillis();
        }
        assertThat(wallMillis).isLessThanOrEqualTo(latest);
    }

    private void assertResult(HostileCase hostile, Result result) {
        HostileCase.Expectation expected = hostile.expectation();
        if (result instanceof Result.Refused refused) {
            assertThat(expected.atLoad()).as("refused: " + refused.failure()).isTrue();
            assertFailure(hostile, refused.failure(), expected.facts());
        } else if (result instanceof Result.Ended ended) {
            assertThat(expected.atLoad()).as("ended: " + ended.outcome()).isFalse();
            assertOutcome(hostile, ended.outcome(), expected);
            assertInTime(ended);
            Bench.eventually().until(() -> ended.connector().leakedThreads() == 0);
        }
    }

    private static void assertOutcome(HostileCase hostile, Outcome outcome, HostileCase.Expectation expected) {
        Map<String, String> details = new HashMap<>(expected.facts());
        assertFact(details, "exchanges", outcome.usage().exchanges());
        assertFact(details, "host_calls", outcome.usage().hostCalls());
        assertFact(
                details,
                "refused",
                String.join(
                        ",",
                        new TreeSet<>(outcome.transcript().refusedSystemCalls().keySet())));
        if (outcome instanceof Outcome.Succeeded success) {
            assertThat(expected.success()).as(success.toString()).isTrue();
            assertFact(details, "output", StrictJson.write(success.output()));
        } else if (outcome instanceof Outcome.Failed failed) {
            assertFailure(hostile, failed.failure(), details);
        } else {
            throw new AssertionError("nobody cancelled " + outcome);
        }
        List<String> logged =
                outcome.transcript().logs().stream().map(LogLine::message).toList();
        assertThat(logged).allSatisfy(line -> assertThat(line).isEqualTo(ForeignText.clean(line, line.length() + 1)));
        hostile.logs().forEach(part -> assertThat(String.join("\n", logged)).contains(part));
    }

    private static void assertFact(Map<String, String> expected, String key, Object actual) {
        String wanted = expected.remove(key);
        if (wanted != null) {
            assertThat(String.valueOf(actual)).as(key).isEqualTo(wanted);
        }
    }

    private static void assertFailure(HostileCase hostile, Failure failure, Map<String, String> details) {
        HostileCase.Expectation expected = hostile.expectation();
        String all = failure.message() + failure.details();
        assertThat(failure.failureClass().wireName()).as(failure.toString()).isEqualTo(expected.outcome());
        assertThat(failure.boundary().wireName()).as(failure.toString()).isEqualTo(expected.boundary());
        assertThat(failure.retriable()).as(failure.toString()).isEqualTo(expected.retriable());
        details.forEach(
                (key, value) -> assertThat(String.valueOf(failure.details().get(key)))
                        .as(key + " in " + all)
                        .isEqualTo(value));
        hostile.messages().forEach(part -> assertThat(failure.message()).contains(part));
        hostile.nevers().forEach(part -> assertThat(all).doesNotContain(part));
        assertThat(failure.message()).hasSizeLessThan(LONGEST_MESSAGE);
        assertThat(all.lines()).allSatisfy(line -> assertThat(line).isEqualTo(ForeignText.clean(line, all.length())));
        assertThat(failure.auditId().toString()).startsWith("audit-");
    }

    /** Everything that the agent gets, without what depends on the machine. */
    private static Map<String, Object> told(Result result, HostileCase hostile) {
        Map<String, Object> told = new HashMap<>();
        if (result instanceof Result.Refused refused) {
            told.putAll(told(refused.failure(), false));
        } else if (result instanceof Result.Ended ended) {
            if (ended.outcome() instanceof Outcome.Failed failed) {
                told.putAll(told(failed.failure(), isDeadline(failed.failure())));
            }
            if (ended.outcome() instanceof Outcome.Succeeded success) {
                told.put("output", success.output());
            }
            if (!hostile.fuelVaries()) {
                told.put("fuel", ended.outcome().usage().fuel());
                told.put("memory", ended.outcome().usage().memoryPeakBytes());
                told.put("transcript", timeless(ended.outcome().transcript()));
            }
        }
        return told;
    }

    /**
     * Exchanges begin at different times and take different times from call to call; the bytes of an answer that broke
     * off differ too.
     */
    private static Transcript timeless(Transcript transcript) {
        List<Exchange> exchanges = transcript.exchanges().stream()
                .map(HostileModulesTest::timeless)
                .toList();
        return new Transcript(transcript.logs(), transcript.stderr(), exchanges, transcript.refusedSystemCalls());
    }

    private static Exchange timeless(Exchange exchange) {
        Exchange.Delivery with = exchange.delivery();
        long bytesIn = exchange.result() instanceof Exchange.Answered ? with.bytesIn() : 0;
        Exchange.Delivery without = new Exchange.Delivery(
                with.sent(), with.keyIn(), with.keyHeader(), with.address(), with.bytesOut(), bytesIn, 0, 0);
        return new Exchange(
                exchange.request(), exchange.number(), exchange.hop(), exchange.binding(), without, exchange.result());
    }

    private static Map<String, Object> told(Failure failure, boolean deadline) {
        Map<String, Object> told = new HashMap<>(failure.details());
        told.put("class", failure.failureClass());
        told.put("boundary", failure.boundary());
        if (deadline) {
            // how far a guest gets in a short time, and how that was spent, depends on the machine
            told.keySet().removeAll(Set.of("used", "wall_time_in", "refused", "waited"));
        } else {
            told.put("message", failure.message());
        }
        return told;
    }

    private static boolean isDeadline(Failure failure) {
        return LimitName.WALL_TIME.wireName().equals(failure.details().get("limit"));
    }
}
