package dev.airlock.sandbox.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.testkit.Remains;
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
}
