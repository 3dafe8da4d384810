package dev.airlock.sandbox.metering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.sandbox.wasm.format.Opcode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FuelScheduleTest {
    private static final long MOST = 0xFFFF_FFFFL;

    @Test
    void takesOneUnitForEveryInstructionThatIsNotStructure() {
        List<Opcode> free = Arrays.stream(Opcode.values())
                .filter(opcode -> FuelSchedule.units(opcode) == 0)
                .toList();

        assertThat(free)
                .containsExactlyInAnyOrder(
                        Opcode.NOP, Opcode.BLOCK, Opcode.LOOP, Opcode.ELSE, Opcode.END, Opcode.TRY_TABLE);
        assertThat(Opcode.values()).allMatch(opcode -> free.contains(opcode) || FuelSchedule.units(opcode) == 1);
    }

    @Test
    void pricesEveryInstructionThatDoesWorkByLength() {
        for (Opcode opcode : Opcode.values()) {
            assertThat(BulkPrice.of(opcode).isPresent()).as("%s", opcode).isEqualTo(opcode.flow() == Opcode.Flow.BULK);
        }
    }

    @Test
    void roundsBytesUpToSixteen() {
        assertThat(FuelSchedule.bulkUnits(Opcode.MEMORY_FILL, 0)).isZero();
        assertThat(FuelSchedule.bulkUnits(Opcode.MEMORY_COPY, 1)).isEqualTo(1);
        assertThat(FuelSchedule.bulkUnits(Opcode.MEMORY_INIT, 16)).isEqualTo(1);
        assertThat(FuelSchedule.bulkUnits(Opcode.MEMORY_FILL, 17)).isEqualTo(2);
        assertThat(FuelSchedule.bulkUnits(Opcode.MEMORY_FILL, MOST)).isEqualTo(1L << 28);
    }

    @Test
    void pricesGrowthUpToTheMostThatCanBeGranted() {
        assertThat(FuelSchedule.bulkUnits(Opcode.MEMORY_GROW, 3)).isEqualTo(3 * 4096);
        assertThat(FuelSchedule.bulkUnits(Opcode.MEMORY_GROW, MOST)).isEqualTo(65_536L * 4096);
        assertThat(FuelSchedule.bulkUnits(Opcode.TABLE_GROW, MOST)).isEqualTo(10_000_000);
        assertThat(FuelSchedule.bulkUnits(Opcode.TABLE_COPY, MOST)).isEqualTo(MOST);
        assertThat(FuelSchedule.bulkUnits(Opcode.I32_ADD, MOST)).isZero();
    }

    @Test
    void pricesHostCallsByTheBytesHandedAcross() {
        assertThat(HostPrice.LOG.units(0)).isEqualTo(100);
        assertThat(HostPrice.LOG.units(104)).isEqualTo(107);
        assertThat(HostPrice.WASI_RANDOM.units(1L << 30)).isEqualTo(100 + (1L << 28));
        assertThat(HostPrice.WASI_LOOKUP.units(Long.MAX_VALUE)).isEqualTo(100);
        assertThat(HostPrice.STATE.units(Long.MAX_VALUE)).isPositive();
        assertThatThrownBy(() -> HostPrice.LOG.units(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void isPublishedWithTheSameHostPrices() throws IOException {
        String published =
                Files.readString(Path.of(System.getProperty("airlock.root"), "src", "abi", "fuel-schedule-v1.md"));

        assertThat(FuelSchedule.VERSION).isEqualTo(1);
        for (HostPrice price : HostPrice.values()) {
            String row = "\\| " + price + " \\| [^|]+ \\| " + price.base() + " \\| " + price.bytesPerUnit() + " \\|";
            assertThat(published).containsPattern(row);
        }
    }
}
