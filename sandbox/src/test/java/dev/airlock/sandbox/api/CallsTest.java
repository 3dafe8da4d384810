package dev.airlock.sandbox.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.Bench;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.run.CallDocument;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The guest gets a call's input unchanged, the caller gets the guest's output unchanged, and nothing is kept for the
 * next call.
 */
@TestInstance(Lifecycle.PER_CLASS)
final class CallsTest {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Bench bench = Bench.plain();
    private final Connector echo = bench.loadGuest("echo", LoadOptions.standard());

    @AfterAll
    void close() {
        bench.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9007199254740993",
                "-9007199254740993",
                "1.10",
                "0.1000000000000000055511151231257827021181583404541015625",
                "1E+400",
                "1E-400",
                "123456789012345678901234567890",
                "\"\\ud800\"",
                "\"\\udc00\\ud800\"",
                "\"\\u0000\"",
                "\"\\u001B\"",
                "\"🔦 Größe\"",
                "\"\"",
                "null",
                "[]",
                "{}",
                "{\"\":{\"a.b\":[true,false,null]}}",
            })
    void argumentsPassExactlyInBothDirections(String json) throws MalformedJsonException {
        ObjectNode args = (ObjectNode) StrictJson.read("{\"value\":" + json + "}");

        assertThat(StrictJson.write(echoed(args))).isEqualTo("{\"value\":" + json + "}");
    }

    @Test
    void aTextOfAMebibytePasses() {
        String text = "ü".repeat(1 << 19);

        assertThat(echoed(JSON.objectNode().put("value", text)).get("value").textValue())
                .isEqualTo(text);
    }

    @Test
    void deepArgumentsPassAsFarAsTheyCanBeReadBack() {
        ObjectNode args = deep(StrictJson.MAX_NESTING - 10);

        assertThat(echoed(args)).isEqualTo(args);
    }

    @Test
    void argumentsThatNestDeeperThanADocumentMayAreTheCallersMistake() {
        Call call = Call.of("run", deep(100_000));

        assertThatThrownBy(() -> bench.sandbox.invoke(echo, call))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nest deeper than 1000");
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void aNumberThatJsonDoesNotHaveIsTheCallersMistake(double value) {
        Call call =
                Call.of("run", JSON.objectNode().set("list", JSON.arrayNode().add(value)));

        assertThatThrownBy(() -> bench.sandbox.invoke(echo, call))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not a number that JSON has");
    }

    @Test
    void operationKeyAndAttemptReachTheGuest() {
        Call first = Call.of("create “issue”", JSON.objectNode());
        Call third = new Call(
                        first.op(), first.args(), first.idempotencyKey(), 3, first.auditId(), first.cancellation())
                .withIdempotencyKey("key \n \ud83d\udd26");

        ObjectNode stdin = succeeded(bench.sandbox.invoke(echo, third)).output();

        assertThat(stdin.get("op").textValue()).isEqualTo("create “issue”");
        assertThat(stdin.get("call").get("idempotency_key").textValue()).isEqualTo("key \n \ud83d\udd26");
        assertThat(stdin.get("call").get("attempt").intValue()).isEqualTo(3);
        assertThat(stdin.size()).isEqualTo(3);
        assertThat(stdin.get("call").size()).isEqualTo(2);
    }

    @Test
    void aCallThatHasLessTimeThanTheLimitEndsWhenThatIsOver() {
        Connector sleeping = bench.loadGuest("signal-then-sleep", LoadOptions.standard());
        Call whole = Call.of("run", JSON.objectNode());
        Call call = new Call(
                whole.op(),
                whole.args(),
                whole.idempotencyKey(),
                2,
                whole.auditId(),
                whole.cancellation(),
                OptionalLong.of(50));

        Outcome.Failed failed = failed(bench.sandbox.invoke(sleeping, call));

        assertThat(failed.failure().details())
                .containsEntry("limit", "wall_time")
                .containsEntry("configured", 50L);
        assertThatThrownBy(() -> new Call(
                        whole.op(),
                        whole.args(),
                        whole.idempotencyKey(),
                        1,
                        whole.auditId(),
                        whole.cancellation(),
                        OptionalLong.of(0)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void argumentsMayTakeTheWholeOfTheirLimitAndNotAByteMore() {
        ObjectNode args = JSON.objectNode().put("value", "x".repeat(1000));
        Call call = Call.of("run", args).withIdempotencyKey("key");
        int size = CallDocument.of(call, null, null).length;
        Connector exact = bench.loadGuest("echo", LoadOptions.standard().withLimit(LimitName.STDIN, size));
        Connector tooShort = bench.loadGuest("echo", LoadOptions.standard().withLimit(LimitName.STDIN, size - 1));

        assertThat(bench.sandbox.invoke(exact, call)).isInstanceOf(Outcome.Succeeded.class);
        Outcome.Failed refused = failed(bench.sandbox.invoke(tooShort, call));
        assertLimit(refused, LimitName.STDIN, size - 1, size);
        assertThat(refused.failure().message()).contains("Pass smaller arguments");
        assertThat(refused.usage().fuel()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void nothingSurvivesFromOneCallToTheNext(Tier tier) {
        Connector connector = bench.loadGuest("remember", LoadOptions.standard().withTier(tier));

        for (int call = 0; call < 3; call++) {
            assertThat(StrictJson.write(succeeded(invoke(connector)).output()))
                    .isEqualTo("{\"global\":0,\"byte\":0,\"pages\":1,\"elements\":1}");
        }
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void everyByteElementAndGlobalIsAsTheModuleSaysInEveryCall(Tier tier) {
        Connector connector = bench.loadGuest("mark-everything", markingOptions(tier));

        for (int call = 0; call < 3; call++) {
            assertThat(StrictJson.write(succeeded(invoke(connector)).output())).isEqualTo("{\"pristine\":true}");
        }
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void callsAtTheSameTimeNeverSeeEachOthersWrites(Tier tier) {
        Connector connector = bench.loadGuest("mark-everything", markingOptions(tier));

        List<CompletableFuture<Outcome>> outcomes = IntStream.range(0, 16)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> invoke(connector), Bench.THREAD_EACH))
                .toList();

        assertThat(outcomes).allSatisfy(outcome -> succeeded(outcome.join()));
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void aCallThatWasEndedInTheMiddleOfItsWritesLeavesNothing(Tier tier) {
        Connector connector = bench.loadGuest("mark-everything", markingOptions(tier));

        for (int round = 0; round < 40; round++) {
            Call call = Call.of("run", JSON.objectNode());
            CompletableFuture<Outcome> outcome =
                    CompletableFuture.supplyAsync(() -> bench.sandbox.invoke(connector, call), Bench.THREAD_EACH);
            LockSupport.parkNanos(round * 250_000L);
            call.cancellation().cancel();
            assertThat(outcome.join()).isNotInstanceOf(Outcome.Failed.class);
        }
        succeeded(invoke(connector));
    }

    private static LoadOptions markingOptions(Tier tier) {
        return LoadOptions.standard().withTier(tier).withLimit(LimitName.FUEL, 20_000_000);
    }

    @Test
    void manifestOptionsAndPolicySetALimitInThisOrder() {
        byte[] module = Bench.guest("echo");
        var manifest = Bench.manifest("[limits]\nfuel = 40\nwall_time = \"7s\"\n");
        Connector byManifest = bench.load(manifest, module, LoadOptions.standard());
        Connector byOption = bench.load(manifest, module, LoadOptions.standard().withLimit(LimitName.FUEL, 50));

        assertThat(byManifest.limits().get(LimitName.WALL_TIME)).isEqualTo(7_000);
        assertThat(failed(invoke(byManifest)).failure().details()).containsEntry("configured", 40L);
        assertThat(failed(invoke(byOption)).failure().details()).containsEntry("configured", 50L);
        try (Bench strict = Bench.with(
                "",
                builder -> builder.policy(
                        Limits.defaults().with(LimitName.FUEL, 30).with(LimitName.WALL_TIME, 2_000)))) {
            Connector byPolicy =
                    strict.load(manifest, module, LoadOptions.standard().withLimit(LimitName.FUEL, 50));
            assertThat(byPolicy.limits().get(LimitName.WALL_TIME)).isEqualTo(2_000);
            assertThat(failed(strict.sandbox.invoke(byPolicy, Call.of("run", JSON.objectNode())))
                            .failure()
                            .details())
                    .containsEntry("configured", 30L);
        }
    }

    @Test
    void anOptionOutsideItsRangeIsTheCallersMistake() {
        for (long value : new long[] {0, -1, Long.MAX_VALUE, Long.MIN_VALUE}) {
            LoadOptions options = LoadOptions.standard().withLimit(LimitName.MEMORY, value);

            assertThatThrownBy(() -> bench.sandbox.load(Bench.manifest(""), Bench.guest("echo"), options))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("permitted is");
        }
    }

    @Test
    void fuelIsTheSameFromCallToCallAndOnBothTiers() {
        Connector interpreted = bench.loadGuest("echo", LoadOptions.standard().withTier(Tier.INTERPRETED));
        Call call = Call.of("run", JSON.objectNode().put("value", "x".repeat(100_000)))
                .withIdempotencyKey("key");

        long fuel = bench.sandbox.invoke(echo, call).usage().fuel();

        assertThat(fuel).isPositive();
        assertThat(bench.sandbox.invoke(echo, call).usage().fuel()).isEqualTo(fuel);
        assertThat(bench.sandbox.invoke(interpreted, call).usage().fuel()).isEqualTo(fuel);
    }

    @Test
    void exactlyEnoughFuelIsEnough() {
        Call call = Call.of("run", JSON.objectNode()).withIdempotencyKey("key");
        long fuel = bench.sandbox.invoke(echo, call).usage().fuel();
        Connector enough = bench.loadGuest("echo", LoadOptions.standard().withLimit(LimitName.FUEL, fuel));
        Connector tooLittle = bench.loadGuest("echo", LoadOptions.standard().withLimit(LimitName.FUEL, fuel - 1));

        assertThat(bench.sandbox.invoke(enough, call)).isInstanceOf(Outcome.Succeeded.class);
        assertLimit(failed(bench.sandbox.invoke(tooLittle, call)), LimitName.FUEL, fuel - 1, fuel);
    }

    private ObjectNode echoed(ObjectNode args) {
        return (ObjectNode) succeeded(bench.sandbox.invoke(echo, Call.of("run", args)))
                .output()
                .get("args");
    }

    private Outcome invoke(Connector connector) {
        return bench.sandbox.invoke(connector, Call.of("run", JSON.objectNode()));
    }

    private static ObjectNode deep(int levels) {
        ArrayNode inner = JSON.arrayNode();
        for (int level = 1; level < levels; level++) {
            inner = JSON.arrayNode().add(inner);
        }
        return JSON.objectNode().set("value", inner);
    }

    private static Outcome.Succeeded succeeded(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Succeeded.class);
        return (Outcome.Succeeded) outcome;
    }

    private static Outcome.Failed failed(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        return (Outcome.Failed) outcome;
    }

    private static void assertLimit(Outcome.Failed failed, LimitName limit, long configured, long used) {
        assertThat(failed.failure().failureClass()).isEqualTo(FailureClass.RESOURCE_LIMIT_EXCEEDED);
        assertThat(failed.failure().details())
                .containsEntry("limit", limit.wireName())
                .containsEntry("configured", configured)
                .containsEntry("used", used);
    }
}
