package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.imports.ConnectorStyle;
import dev.airlock.sandbox.load.Connector;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A reactor gets its call in its memory and returns its reply, in a fresh instance each time. */
@TestInstance(Lifecycle.PER_CLASS)
final class ReactorsTest {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Bench bench = Bench.plain();

    @AfterAll
    void close() {
        bench.close();
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void theCallArrivesAndTheReplyComesBack(Tier tier) {
        Connector connector = bench.loadGuest("reactor", LoadOptions.standard().withTier(tier));
        ObjectNode args = JSON.objectNode().put("value", "ü".repeat(100_000));

        for (int call = 0; call < 3; call++) {
            ObjectNode output = output(bench.sandbox.invoke(connector, Call.of("greet", args)));

            assertThat(output.get("op").textValue()).isEqualTo("greet");
            assertThat(output.get("args")).isEqualTo(args);
        }
        assertThat(connector.style()).isEqualTo(ConnectorStyle.REACTOR);
    }

    @Test
    void eachCallHasAFreshSeed() {
        Connector connector = bench.loadGuest("reactor", LoadOptions.standard());
        Set<String> seeds = new HashSet<>();
        for (int call = 0; call < 5; call++) {
            ObjectNode output = output(bench.sandbox.invoke(connector, Call.of("run", JSON.objectNode())));
            seeds.add(output.get("call").get("seed").textValue());
        }

        assertThat(seeds).hasSize(5).allMatch(seed -> seed.matches("[0-9a-f]{64}"));
    }

    @Test
    void fuelIsTheSameOnBothTiersAndExactlyEnoughIsEnough() {
        Call call = Call.of("run", JSON.objectNode().put("value", "x".repeat(10_000)))
                .withIdempotencyKey("key");
        long fuel = fuel(call, LoadOptions.standard().withTier(Tier.COMPILED));

        assertThat(fuel(call, LoadOptions.standard().withTier(Tier.INTERPRETED)))
                .isEqualTo(fuel);
        assertThat(fuel(call, LoadOptions.standard().withLimit(LimitName.FUEL, fuel)))
                .isEqualTo(fuel);
        Connector poor = bench.loadGuest("reactor", LoadOptions.standard().withLimit(LimitName.FUEL, fuel - 1));
        assertThat(((Outcome.Failed) bench.sandbox.invoke(poor, call)).failure().details())
                .containsEntry("limit", "fuel")
                .containsEntry("used", fuel);
    }

    private long fuel(Call call, LoadOptions options) {
        Outcome outcome = bench.sandbox.invoke(bench.loadGuest("reactor", options), call);
        output(outcome);
        return outcome.usage().fuel();
    }

    private static ObjectNode output(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Succeeded.class);
        return ((Outcome.Succeeded) outcome).output();
    }
}
