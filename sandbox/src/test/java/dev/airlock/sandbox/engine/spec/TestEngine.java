package dev.airlock.sandbox.engine.spec;

import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.ByteArrayMemory;
import com.dylibso.chicory.runtime.ExecutionListener;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import dev.airlock.sandbox.engine.Instances;
import dev.airlock.sandbox.engine.Program;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.engine.pass.ClassPass;
import dev.airlock.sandbox.metering.FuelMetering;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import java.io.ByteArrayInputStream;

/** The ways to run a module: unmetered, with the engine driven directly; metered, as in production. */
enum TestEngine {
    INTERPRETED,
    COMPILED,
    /** Metered, with the engine's classes unchanged. */
    COMPILED_WITHOUT_PASS;

    /** Airlock's reader refused a module that the engine had accepted. */
    static final class RefusedByTheReader extends RuntimeException {
        private static final long serialVersionUID = 1L;

        RefusedByTheReader(ModuleRefused refused) {
            super(refused.getMessage(), refused);
        }
    }

    /** Parses and validates. */
    static WasmModule parse(byte[] module) {
        return Parser.builder().build().parse(() -> new ByteArrayInputStream(module));
    }

    static MeteredModule meter(byte[] module) {
        try {
            return FuelMetering.rewrite(module, read(module));
        } catch (ModuleRefused e) {
            throw new RefusedByTheReader(e);
        }
    }

    static ModuleInfo read(byte[] module) throws ModuleRefused {
        return WasmModuleReader.read(module, ModuleLimits.DEFAULT);
    }

    /** Returns a builder for an instance of the unchanged module. */
    Instance.Builder plain(byte[] module, ImportValues imports) {
        WasmModule parsed = parse(module);
        Instance.Builder builder =
                Instance.builder(parsed).withImportValues(imports).withStart(false);
        if (parsed.memorySection().isPresent() && parsed.memorySection().get().memoryCount() > 0) {
            builder.withMemoryFactory(ByteArrayMemory::new);
        }
        if (this != INTERPRETED) {
            builder.withMachineFactory(MachineFactoryCompiler.compile(parsed));
        }
        return builder;
    }

    /** Returns an instance that calls a listener for each instruction it executes, interpreted. */
    static Instance listened(byte[] module, ImportValues imports, ExecutionListener listener) {
        return INTERPRETED
                .plain(module, imports)
                .withUnsafeExecutionListener(listener)
                .build();
    }

    /** Returns an instance of a rewritten module that charges a gauge, made as in production. */
    Instance metered(MeteredModule module, ImportValues imports, FuelGauge gauge) {
        return Instances.of(program(module), gauge.open(), imports);
    }

    private Program program(MeteredModule module) {
        return switch (this) {
            case INTERPRETED -> Instances.program(module, Tier.INTERPRETED);
            case COMPILED -> Instances.program(module, Tier.COMPILED);
            case COMPILED_WITHOUT_PASS -> Instances.program(module, Tier.COMPILED, ClassPass.OFF);
        };
    }
}
