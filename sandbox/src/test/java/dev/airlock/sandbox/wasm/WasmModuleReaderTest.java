package dev.airlock.sandbox.wasm;

import static dev.airlock.sandbox.wasm.ModuleBuilder.EMPTY;
import static dev.airlock.sandbox.wasm.ModuleBuilder.FUNCREF;
import static dev.airlock.sandbox.wasm.ModuleBuilder.I32;
import static dev.airlock.sandbox.wasm.ModuleBuilder.I64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.airlock.sandbox.wasm.format.ByteWriter;
import dev.airlock.sandbox.wasm.format.Extern;
import dev.airlock.sandbox.wasm.format.Feature;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.ModuleRefused.FeatureNotAdmitted;
import dev.airlock.sandbox.wasm.format.ModuleRefused.LimitExceeded;
import dev.airlock.sandbox.wasm.format.ModuleRefused.Malformed;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class WasmModuleReaderTest {

    @Test
    void tellsWhatAModuleImportsExportsAndDemands() throws ModuleRefused {
        ModuleBuilder module = new ModuleBuilder();
        int request = module.type(new int[] {I32, I32}, I32);
        int start = module.type(new int[] {});
        int divide = module.type(new int[] {I64, I64}, I64, I64);
        module.importing("airlock", "http_request", 0, w -> w.u32(request));
        module.importing("env", "base", 3, w -> w.u8(I32).u8(0));
        module.table(w -> w.u8(FUNCREF).u8(1).u32(2).u32(9));
        module.memory(w -> w.u8(0).u32(3));
        module.global(w -> w.u8(I32).u8(1).opcode(Opcode.I32_CONST).s64(7).opcode(Opcode.END));
        module.function(start, w -> w.opcode(Opcode.END));
        module.function(
                divide,
                w -> w.opcode(Opcode.LOCAL_GET)
                        .u32(0)
                        .opcode(Opcode.LOCAL_GET)
                        .u32(1)
                        .opcode(Opcode.END));
        module.exporting("_start", 0, 1).exporting("memory", 2, 0).exporting("divide", 0, 2);
        module.data(w -> w.u32(1).u32(2).u8('h').u8('i'));
        module.custom(
                "name",
                w -> w.u8(1).u32(7).u32(1).u32(1).u32(4).u8('m').u8('a').u8('i').u8('n'));

        ModuleInfo info = read(module.build());

        assertThat(info.imports())
                .containsExactly(
                        new Extern.Import("airlock", "http_request", Extern.Kind.FUNCTION, "(i32, i32) -> i32"),
                        new Extern.Import("env", "base", Extern.Kind.GLOBAL, "i32"));
        assertThat(info.exports())
                .containsExactly(
                        new Extern.Export("_start", Extern.Kind.FUNCTION, 1, "() -> ()"),
                        new Extern.Export("memory", Extern.Kind.MEMORY, 0, ""),
                        new Extern.Export("divide", Extern.Kind.FUNCTION, 2, "(i64, i64) -> (i64, i64)"));
        assertThat(info.memories()).containsExactly(new Extern.MemoryDemand(3, OptionalLong.empty(), false));
        assertThat(info.tables()).containsExactly(new Extern.TableDemand("funcref", 2, OptionalLong.of(9), false));
        assertThat(info.importedFunctions()).isEqualTo(1);
        assertThat(info.definedFunctions()).isEqualTo(2);
        assertThat(info.importedGlobals()).isEqualTo(1);
        assertThat(info.definedGlobals()).isEqualTo(1);
        assertThat(info.dataSegments()).isEqualTo(1);
        assertThat(info.features()).contains(Feature.MULTI_VALUE, Feature.BULK_MEMORY);
        assertThat(info.customSections()).containsExactly("name");
        assertThat(info.functionNames().of(1)).contains("main");
        assertThat(info.functionNames().of(2)).isEmpty();
    }

    @Test
    void ignoresAMalformedNameSection() throws ModuleRefused {
        ModuleInfo info =
                read(new ModuleBuilder().custom("name", w -> w.u8(1).u32(99)).build());

        assertThat(info.hasNameSection()).isTrue();
        assertThat(info.functionNames().of(0)).isEmpty();
    }

    @Test
    void refusesAFileThatIsNotWebAssembly() {
        assertThat(reasonFor("#!/bin/sh\n".getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                .isInstanceOf(Malformed.class)
                .extracting(ModuleRefused.Reason::sentence)
                .isEqualTo(
                        "The module is malformed at byte 0: magic header not detected, this is not a WebAssembly file.");
    }

    @Test
    void refusesAComponentByName() {
        assertThat(reasonFor(new byte[] {0, 'a', 's', 'm', 0x0D, 0, 1, 0}).sentence())
                .isEqualTo("The module uses the component model proposal (component, at byte 4), which Airlock does not"
                        + " admit.");
    }

    @Test
    void refusesEachFeatureThatIsNotAdmittedByName() {
        assertThat(featureOf(code(w -> w.u8(0xFB).u32(0).u32(0)))).isEqualTo("GC: struct.new");
        assertThat(featureOf(code(w -> w.u8(0xD3)))).isEqualTo("GC: ref.eq");
        assertThat(featureOf(code(w -> w.u8(0xFE).u32(0x1E)))).isEqualTo("threads: i32.atomic.rmw.add");
        assertThat(featureOf(code(w -> w.u8(0xFE).u32(0x4E)))).isEqualTo("threads: i64.atomic.rmw32.cmpxchg_u");
        assertThat(featureOf(code(w -> w.u8(0xFE).u32(3)))).isEqualTo("threads: atomic.fence");
        assertThat(featureOf(code(w -> w.u8(0x06)))).isEqualTo("legacy exception handling: try");
        assertThat(featureOf(code(w -> w.u8(0x19)))).isEqualTo("legacy exception handling: catch_all");
        assertThat(featureOf(code(w -> w.u8(0xE2)))).isEqualTo("stack switching: suspend");
        assertThat(featureOf(code(w -> w.u8(0xFC).u32(0x13)))).isEqualTo("wide arithmetic: i64.add128");
        assertThat(featureOf(code(w -> w.u8(0xFD).u32(0x100)))).isEqualTo("relaxed SIMD: opcode 0xfd 0x100");
        assertThat(featureOf(code(w -> w.opcode(Opcode.V128_CONST)))).isEqualTo("fixed-width SIMD: v128.const");
        assertThat(featureOf(code(w -> w.opcode(Opcode.CALL_REF)))).isEqualTo("typed function references: call_ref");
        assertThat(featureOf(code(w -> w.opcode(Opcode.MEMORY_GROW).u8(1))))
                .isEqualTo("multi-memory: memory.grow of memory 1");
        assertThat(featureOf(code(w -> w.opcode(Opcode.I32_LOAD).u8(0x42).u8(1))))
                .isEqualTo("multi-memory: i32.load with a memory index");
        assertThat(featureOf(new ModuleBuilder().memory(w -> w.u8(4).u32(1)).build()))
                .isEqualTo("memory64: 64-bit memory");
        assertThat(featureOf(
                        new ModuleBuilder().memory(w -> w.u8(3).u32(1).u32(1)).build()))
                .isEqualTo("threads: shared memory");
        assertThat(featureOf(
                        new ModuleBuilder().memory(w -> w.u8(8).u32(1).u32(1)).build()))
                .isEqualTo("custom page sizes: memory with its own page size");
        assertThat(featureOf(new ModuleBuilder()
                        .memory(w -> w.u8(0).u32(1))
                        .memory(w -> w.u8(0).u32(1))
                        .build()))
                .isEqualTo("multi-memory: a second memory");
    }

    @Test
    void refusesAModuleThatNamesAHiddenIndex() {
        assertThat(reasonFor(code(w -> w.opcode(Opcode.GLOBAL_GET).u32(0))).sentence())
                .contains("unknown global 0 in function 0, which can name 0");
        assertThat(reasonFor(code(w -> w.opcode(Opcode.LOCAL_TEE).u32(1))).sentence())
                .contains("unknown local 1 in function 0, which can name 1");
        assertThat(reasonFor(new ModuleBuilder()
                                .global(w -> w.u8(I64)
                                        .u8(0)
                                        .opcode(Opcode.GLOBAL_GET)
                                        .u32(1)
                                        .opcode(Opcode.END))
                                .build())
                        .sentence())
                .contains("unknown global 1 in a constant expression");
        assertThat(reasonFor(new ModuleBuilder().exporting("fuel", 3, 0).build())
                        .sentence())
                .contains("unknown global 0 is exported");
    }

    @Test
    void refusesCodeWhoseBlocksDoNotMatch() {
        assertThat(reasonFor(code(w -> w.opcode(Opcode.ELSE))).sentence()).contains("else without an if");
        assertThat(reasonFor(code(w -> w.opcode(Opcode.BR).u32(1))).sentence()).contains("unknown label 1");
        assertThat(reasonFor(code(w -> w.opcode(Opcode.BLOCK).u8(EMPTY))).sentence())
                .contains("unexpected end");
        assertThat(reasonFor(code(w -> w.opcode(Opcode.END))).sentence()).contains("code after a function's end");
    }

    @Test
    void refusesAModuleOverALimitBeforeAnythingIsCompiled() {
        ModuleLimits limits = new ModuleLimits(200, 2, 10, 3, 2);

        assertThat(limitOf(new byte[201], limits)).isEqualTo("module 201 of 200");
        assertThat(limitOf(functions(3), limits)).isEqualTo("functions 3 of 2");
        assertThat(limitOf(locals(10, 1), limits)).isEqualTo("locals 11 of 10");
        assertThat(limitOf(nested(4), limits)).isEqualTo("nesting 4 of 3");
        assertThat(limitOf(segments(3), limits)).isEqualTo("segments 3 of 2");
    }

    @Test
    void admitsAModuleThatIsExactlyAtItsLimits() throws ModuleRefused {
        ModuleLimits limits = new ModuleLimits(200, 2, 10, 3, 2);

        WasmModuleReader.read(functions(2), limits);
        WasmModuleReader.read(locals(9, 1), limits);
        WasmModuleReader.read(nested(3), limits);
        WasmModuleReader.read(segments(2), limits);
    }

    @Test
    void takesNoLimitThatIsZeroNegativeOrBeyondWhatAModuleCanCount() {
        assertThatIllegalArgumentException().isThrownBy(() -> new ModuleLimits(1, 1, 0, 1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new ModuleLimits(-1, 1, 1, 1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new ModuleLimits(1, 1, 1, 1L << 32, 1));
    }

    @Test
    void refusesFourBillionLocalsWithoutMakingRoomForThem() {
        assertThat(limitOf(locals(0xFFFF_FFFFL, 1), ModuleLimits.DEFAULT)).isEqualTo("locals 4294967296 of 50000");
        assertThat(limitOf(locals(0xFFFF_FFFFL, 3), ModuleLimits.DEFAULT)).isEqualTo("locals 4294967296 of 50000");
    }

    @Test
    void refusesFunctionsThatTogetherDeclareTooManyLocals() {
        ModuleBuilder module = new ModuleBuilder();
        int type = module.type(new int[] {});
        for (int i = 0; i < 101; i++) {
            module.function(type, w -> w.u32(1).u32(50_000).u8(I32), w -> w.opcode(Opcode.END));
        }
        assertThat(limitOf(module.build(), ModuleLimits.DEFAULT)).isEqualTo("locals 5050000 of 5000000");
    }

    @Test
    void refusesClaimedCountsThatTheBytesCannotHold() {
        byte[] types = {0, 'a', 's', 'm', 1, 0, 0, 0, 1, 5, -1, -1, -1, -1, 0x0F};

        assertThat(reasonFor(types).sentence()).contains("it claims 4294967295 types, and only 0 bytes follow");
    }

    @Test
    void refusesIntegersThatAreTooLongOrHaveUnusedBitsSet() {
        assertThat(reasonFor(code(w -> w.opcode(Opcode.I32_CONST)
                                .u8(0x80)
                                .u8(0x80)
                                .u8(0x80)
                                .u8(0x80)
                                .u8(0x80)))
                        .sentence())
                .contains("integer representation too long");
        assertThat(reasonFor(code(w -> w.opcode(Opcode.I32_CONST)
                                .u8(0x80)
                                .u8(0x80)
                                .u8(0x80)
                                .u8(0x80)
                                .u8(0x70)))
                        .sentence())
                .contains("integer too large");
        assertThat(reasonFor(code(w -> w.opcode(Opcode.CALL)
                                .u8(0x80)
                                .u8(0x80)
                                .u8(0x80)
                                .u8(0x80)
                                .u8(0x10)))
                        .sentence())
                .contains("integer too large");
    }

    private static byte[] functions(int count) {
        ModuleBuilder module = new ModuleBuilder();
        int type = module.type(new int[] {});
        for (int i = 0; i < count; i++) {
            module.function(type, w -> w.opcode(Opcode.END));
        }
        return module.build();
    }

    private static byte[] locals(long count, int groups) {
        ModuleBuilder module = new ModuleBuilder();
        module.function(
                module.type(new int[] {I64}),
                w -> {
                    w.u32(groups);
                    for (int i = 0; i < groups; i++) {
                        w.u32(count).u8(I32);
                    }
                },
                w -> w.opcode(Opcode.END));
        return module.build();
    }

    private static byte[] nested(int depth) {
        return code(w -> {
            for (int i = 0; i < depth; i++) {
                w.opcode(Opcode.BLOCK).u8(EMPTY);
            }
            for (int i = 0; i < depth; i++) {
                w.opcode(Opcode.END);
            }
        });
    }

    private static byte[] segments(int count) {
        ModuleBuilder module = new ModuleBuilder();
        for (int i = 0; i < count; i++) {
            module.data(w -> w.u32(1).u32(0));
        }
        return module.build();
    }

    /** Returns a module with one function of one parameter; the last {@code end} is added. */
    private static byte[] code(Consumer<ByteWriter> code) {
        ModuleBuilder module = new ModuleBuilder();
        module.function(module.type(new int[] {I32}), w -> {
            code.accept(w);
            w.opcode(Opcode.END);
        });
        return module.build();
    }

    private static ModuleInfo read(byte[] module) throws ModuleRefused {
        return WasmModuleReader.read(module, ModuleLimits.DEFAULT);
    }

    private static ModuleRefused.Reason reasonFor(byte[] module) {
        return catchThrowableOfType(ModuleRefused.class, () -> read(module)).reason();
    }

    private static String featureOf(byte[] module) {
        FeatureNotAdmitted refused = (FeatureNotAdmitted) reasonFor(module);
        assertThat(refused.sentence()).contains(refused.use()).endsWith("which Airlock does not admit.");
        return refused.feature().proposal() + ": " + refused.use();
    }

    private static String limitOf(byte[] module, ModuleLimits limits) {
        LimitExceeded over =
                (LimitExceeded) catchThrowableOfType(ModuleRefused.class, () -> WasmModuleReader.read(module, limits))
                        .reason();
        return over.limit().name().toLowerCase(Locale.ROOT) + " " + over.used() + " of " + over.configured();
    }
}
