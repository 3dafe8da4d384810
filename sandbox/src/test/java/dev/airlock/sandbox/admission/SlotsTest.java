package dev.airlock.sandbox.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.testkit.Remains;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlotsTest {
    /** What every test is asked afterwards; the testkit reaches the slots by their names. */
    @Test
    void aSlotThatIsNotGivenBackIsFound() {
        assertThat(Remains.SLOTS.found()).isEmpty();

        Runnable document = Slots.forLargeDocuments().takeAnyway();
        assertThat(Remains.SLOTS.found()).containsExactly("a slot for large documents");
        document.run();

        Runnable load = Slots.forLoads().takeAnyway();
        assertThat(Remains.SLOTS.found()).containsExactly("a slot for loads");
        load.run();
    }

    @Test
    void looksWhileAllAreTakenLeaveThemFreeAfterwards() {
        List<Runnable> all = new ArrayList<>();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            all.add(Slots.forLoads().takeAnyway());
        }
        for (int look = 0; look < 10; look++) {
            assertThat(Remains.SLOTS.found()).containsExactly("a slot for loads");
        }

        all.forEach(Runnable::run);

        assertThat(Remains.SLOTS.found()).isEmpty();
    }
}
