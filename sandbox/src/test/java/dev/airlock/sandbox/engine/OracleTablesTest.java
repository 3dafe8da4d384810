package dev.airlock.sandbox.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.dylibso.chicory.runtime.ExportFunction;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.types.ValType;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.engine.memory.PagedMemory;
import dev.airlock.sandbox.engine.pass.ClassPass;
import dev.airlock.sandbox.metering.FuelMetering;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.Extern;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each instruction on numbers, on memory and on tables gives the same results as V8 for all operands at the edges of
 * its types. {@code testdata/engine/tables} has a checksum for each, which {@code benchmarks/oracle/v8.mjs} wrote.
 */
final class OracleTablesTest {
    private static final Path TABLES = Path.of(System.getProperty("airlock.root"), "testdata", "engine", "tables");
    private static final long FUEL = 1L << 60;
    private static final List<Long> NOTHING = List.of(0L);

    @ParameterizedTest
    @CsvSource({
        "numbers, INTERPRETED, ON",
        "numbers, COMPILED, ON",
        "numbers, COMPILED, OFF",
        "memory, INTERPRETED, ON",
        "memory, COMPILED, ON",
        "memory, COMPILED, OFF"
    })
    void everyInstructionDoesAsV8Does(String table, Tier tier, ClassPass pass) throws Exception {
        byte[] bytes = Files.readAllBytes(TABLES.resolve(table + ".wasm"));
        ModuleInfo info = WasmModuleReader.read(bytes, ModuleLimits.DEFAULT);
        MeteredModule module = FuelMetering.rewrite(bytes, info);
        Program program = Instances.program(module, tier, pass);
        Map<String, String> checksums = new LinkedHashMap<>();

        for (Extern.Export export : info.exports()) {
            if (export.kind() == Extern.Kind.FUNCTION) {
                checksums.put(export.name(), checksum(program, info, export));
            }
        }

        assertThat(checksums).isEqualTo(expected(table));
    }

    private static Map<String, String> expected(String table) throws IOException {
        Map<String, String> checksums = new LinkedHashMap<>();
        for (String line : Files.readAllLines(TABLES.resolve("tables.tsv"))) {
            String[] columns = line.split("\t");
            if (columns[0].equals(table)) {
                checksums.put(columns[1], columns[2]);
            }
        }
        return checksums;
    }

    private static String checksum(Program program, ModuleInfo info, Extern.Export export) throws IOException {
        CallScope scope = new CallScope(Clock.SYSTEM, 60_000, FUEL, 1 << 20);
        Instance instance = Instances.of(program, scope, ImportValues.empty());
        ExportFunction function = instance.export(export.name());
        List<ValType> types = instance.exportType(export.name()).params();
        CRC32 all = new CRC32();
        for (long first : operands(types, 0)) {
            for (long second : operands(types, 1)) {
                for (long third : operands(types, 2)) {
                    long[] arguments = new long[types.size()];
                    long[] given = {first, second, third};
                    System.arraycopy(given, 0, arguments, 0, arguments.length);
                    all.update((result(export.name(), function, arguments) + "\n").getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        all.update(ForeignOracle.state(instance, info).getBytes(StandardCharsets.UTF_8));
        ((PagedMemory) instance.memory()).release();
        return Long.toHexString(all.getValue());
    }

    private static List<Long> operands(List<ValType> types, int place) throws IOException {
        if (place >= types.size()) {
            return NOTHING;
        }
        String type = types.get(place).equals(ValType.I64) ? "i64 0x" : "i32 0x";
        return Files.readAllLines(TABLES.resolve("operands.txt")).stream()
                .filter(line -> line.startsWith(type))
                .map(line -> Long.parseUnsignedLong(line.substring(type.length()), 16))
                .toList();
    }

    private static String result(String instruction, ExportFunction function, long... arguments) {
        try {
            long[] results = function.apply(arguments);
            long bits = results == null || results.length == 0 ? 0 : results[0];
            return isNaN(instruction, bits) ? "nan" : Long.toUnsignedString(bits);
        } catch (RuntimeException e) {
            return ForeignOracle.text(new ExceptionMapper(new RunLimits(1, 1, 1)).terminationOf(e, List.of()))
                    .replace(
                            "trap integer_overflow",
                            instruction.contains("trunc") ? "trap conversion" : "trap integer_overflow");
        }
    }

    /** Whether bits are a NaN's. These depend on the machine unless an instruction changes no more than the sign. */
    private static boolean isNaN(String instruction, long bits) {
        if (instruction.matches(".*(abs|neg|copysign)")) {
            return false;
        }
        return instruction.startsWith("f32")
                ? Float.isNaN(Float.intBitsToFloat((int) bits))
                : instruction.startsWith("f64") && Double.isNaN(Double.longBitsToDouble(bits));
    }
}
