package dev.airlock.sandbox.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.budget.ConcurrencyLimiter;
import dev.airlock.sandbox.budget.HeldPermit;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.budget.Permit;
import dev.airlock.testkit.Remains;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlotsTest {
    /** The check that follows every test; the testkit reaches the limiters by their names. */
    @Test
    void aSlotThatIsNotGivenBackIsFound() {
        assertThat(Remains.SLOTS.found()).isEmpty();

        Permit document = JvmShare.ofTheJvm().documents().takeAnyway();
        assertThat(Remains.SLOTS.found()).containsExactly("a slot for large documents");
        document.close();

        Permit load = JvmShare.ofTheJvm().loads().takeAnyway();
        assertThat(Remains.SLOTS.found()).containsExactly("a slot for loads");
        load.close();
    }

    @Test
    void aSlotThatIsGivenBackTwiceIsOneSlot() {
        ConcurrencyLimiter one = new ConcurrencyLimiter(1);
        Permit first = one.takeAnyway();
        first.close();
        first.close();

        try (Permit second = one.takeAnyway()) {
            assertThat(second).isNotSameAs(first);
            assertThat(one.inUse()).isEqualTo(1);
        }
        assertThat(one.inUse()).isZero();
    }

    @Test
    void aSmallDocumentTakesNone() throws InterruptedException {
        ConcurrencyLimiter one = new ConcurrencyLimiter(1);

        try (Permit large = one.takeForDocumentAnyway((1 << 20) + 1);
                Permit small = one.takeForDocument(1 << 20, LoadBudget.endless())) {
            assertThat(small).isSameAs(Permit.NONE).isNotSameAs(large);
            assertThat(one.inUse()).isEqualTo(1);
        }
    }

    @Test
    void aHeldPermitThatIsPassedOnStaysTaken() {
        ConcurrencyLimiter one = new ConcurrencyLimiter(1);
        Permit passed;
        try (HeldPermit held = new HeldPermit(one.takeAnyway())) {
            passed = held.passOn();
        }
        assertThat(one.inUse()).isEqualTo(1);

        passed.close();

        assertThat(one.inUse()).isZero();
    }

    @Test
    void looksWhileAllAreTakenLeaveThemFreeAfterwards() {
        List<Permit> all = new ArrayList<>();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            all.add(JvmShare.ofTheJvm().loads().takeAnyway());
        }
        for (int look = 0; look < 10; look++) {
            assertThat(Remains.SLOTS.found()).containsExactly("a slot for loads");
        }

        all.forEach(Permit::close);

        assertThat(Remains.SLOTS.found()).isEmpty();
    }
}
