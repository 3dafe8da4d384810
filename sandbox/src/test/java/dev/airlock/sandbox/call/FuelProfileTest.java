package dev.airlock.sandbox.call;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FuelProfileTest {
    @Test
    void givesEachFunctionWhatItUsedItself() {
        FuelProfile profile = new FuelProfile();
        profile.enter(1, 0);
        profile.enter(2, 10);
        profile.leave(25);
        profile.enter(2, 30);
        profile.leave(31);
        profile.leave(40);
        profile.end(40);

        FuelProfile.Node outer = profile.root().callees().get(0);
        assertThat(outer.self()).isEqualTo(24);
        assertThat(outer.total()).isEqualTo(40);
        assertThat(outer.callees())
                .singleElement()
                .satisfies(inner -> assertThat(inner.self()).isEqualTo(16));
    }

    @Test
    void staysBoundedAndCompleteForAGuestThatCallsVeryDeep() {
        FuelProfile profile = new FuelProfile();
        for (int depth = 0; depth < 100_000; depth++) {
            profile.enter(depth, depth);
        }
        for (int depth = 0; depth < 100_000; depth++) {
            profile.leave(100_000 + depth);
        }
        profile.end(300_000);

        assertThat(profile.root().total()).isEqualTo(300_000);
    }

    @Test
    void staysBoundedForAGuestThatCallsInVeryManyWays() {
        FuelProfile profile = new FuelProfile();
        for (int function = 0; function < 100_000; function++) {
            profile.enter(function, function);
            profile.leave(function + 1);
        }

        assertThat(profile.root().callees()).hasSizeLessThanOrEqualTo(20_000);
        assertThat(profile.root().total()).isEqualTo(100_000);
    }
}
