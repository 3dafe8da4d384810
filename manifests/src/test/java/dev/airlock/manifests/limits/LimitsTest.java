package dev.airlock.manifests.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.formats.text.Parsed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LimitsTest {
    @ParameterizedTest
    @EnumSource(LimitName.class)
    void hasARuleForEveryLimit(LimitName name) {
        LimitRule rule = LimitRule.of(name);
        assertThat(rule.limit()).isEqualTo(name);
        assertThat(Limits.defaults().get(name)).isEqualTo(rule.standard());
        assertThat(rule.standard()).isBetween(rule.minimum(), rule.ceiling());
        assertThat(rule.minimum()).isPositive();
    }

    @ParameterizedTest
    @EnumSource(LimitName.class)
    void takesWhatIsInRangeAndNothingElse(LimitName name) {
        LimitRule rule = LimitRule.of(name);
        assertThat(Limits.defaults().with(name, rule.ceiling()).get(name)).isEqualTo(rule.ceiling());
        assertThat(Limits.defaults().with(name, rule.minimum()).get(name)).isEqualTo(rule.minimum());
        String range = "permitted is " + rule.text(rule.minimum()) + " to " + rule.text(rule.ceiling());
        for (long outside :
                new long[] {rule.ceiling() + 1, rule.minimum() - 1, 0, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            assertThatThrownBy(() -> Limits.defaults().with(name, outside))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(label(name) + " = ")
                    .hasMessageContaining(range);
        }
    }

    private static String label(LimitName name) {
        return name.aspect().isEmpty() ? name.wireName() : name.wireName() + "." + name.aspect();
    }

    @Test
    void changesOneLimitAndLeavesTheOthers() {
        Limits limits = Limits.defaults().with(LimitName.MEMORY, 32 << 20);
        assertThat(limits.get(LimitName.MEMORY)).isEqualTo(32 << 20);
        assertThat(limits.with(LimitName.MEMORY, 64 << 20)).isEqualTo(Limits.defaults());
        assertThat(Limits.defaults().get(LimitName.MEMORY)).isEqualTo(64 << 20);
    }

    @Test
    void letsFuelFollowTheWallTimeUntilItIsSet() {
        assertThat(Limits.defaults().get(LimitName.FUEL)).isEqualTo(30_000_000_000L);
        Limits quick = Limits.defaults().with(LimitName.WALL_TIME, 500);
        assertThat(quick.get(LimitName.FUEL)).isEqualTo(500_000_000L);
        assertThat(quick.with(LimitName.FUEL, 7)
                        .with(LimitName.WALL_TIME, 300_000)
                        .get(LimitName.FUEL))
                .isEqualTo(7);
        assertThat(Limits.defaults().with(LimitName.WALL_TIME, 300_000).get(LimitName.FUEL))
                .isEqualTo(LimitRule.FUEL.ceiling());
    }

    @Test
    void isCappedAtTheLowerOfBoth() {
        Limits asked = Limits.defaults().with(LimitName.MEMORY, 1 << 30).with(LimitName.WALL_TIME, 60_000);
        Limits policy = Limits.defaults().with(LimitName.WALL_TIME, 5_000).with(LimitName.STDOUT, 1);
        Limits capped = asked.capAt(policy);
        for (LimitName name : LimitName.values()) {
            assertThat(capped.get(name)).isEqualTo(Math.min(asked.get(name), policy.get(name)));
        }
        assertThat(capped.get(LimitName.FUEL)).isEqualTo(5_000_000_000L);
        assertThat(asked.capAt(Limits.defaults().with(LimitName.FUEL, 10)).get(LimitName.FUEL))
                .isEqualTo(10);
        assertThat(asked.with(LimitName.FUEL, 9).capAt(policy).get(LimitName.FUEL))
                .isEqualTo(9);
        assertThat(asked.capAt(asked)).isEqualTo(asked);
    }

    @Test
    void parsesAFlagsTextInTheLimitsOwnUnit() {
        assertThat(LimitRule.WALL_TIME.parse("5s").orThrow()).isEqualTo(5_000);
        assertThat(LimitRule.MEMORY.parse("32MiB").orThrow()).isEqualTo(32 << 20);
        assertThat(LimitRule.FUEL.parse("10000").orThrow()).isEqualTo(10_000);
        assertThat(message(LimitRule.FUEL, "1e9"))
                .isEqualTo("fuel: it is not a whole number; write a whole number without a unit, for instance 1000");
        assertThat(message(LimitRule.MEMORY, "1KiB"))
                .isEqualTo("memory = 1KiB is too small; permitted is 64KiB to 1GiB");
        assertThat(message(LimitRule.WALL_TIME, "1000000min"))
                .isEqualTo("wall_time = 1000000min is above its ceiling; permitted is 1ms to 5min");
    }

    private static String message(LimitRule rule, String text) {
        return ((Parsed.Wrong<Long>) rule.parse(text)).message();
    }
}
