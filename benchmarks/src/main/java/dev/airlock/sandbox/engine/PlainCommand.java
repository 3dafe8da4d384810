package dev.airlock.sandbox.engine;

import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.ByteArrayMemory;
import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasi.WasiExitException;
import com.dylibso.chicory.wasi.WasiOptions;
import com.dylibso.chicory.wasi.WasiPreview1;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.FunctionImport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.function.Function;

/** A WASI command on the engine alone: Chicory's compiler, memory and WASI, no limits, on the caller's thread. */
public final class PlainCommand {
    private final WasmModule module;
    private final Function<Instance, Machine> machines;

    private PlainCommand(WasmModule module) {
        this.module = module;
        this.machines = MachineFactoryCompiler.compile(module);
    }

    /** Parses and compiles a module. */
    public static PlainCommand of(byte[] module) {
        return parse(module).compile();
    }

    /** Parses a module, with validation. */
    public static Parsed parse(byte[] module) {
        return new Parsed(Parser.builder().build().parse(() -> new ByteArrayInputStream(module)));
    }

    /** A module that is not compiled yet. */
    public static final class Parsed {
        private final WasmModule module;

        private Parsed(WasmModule module) {
            this.module = module;
        }

        /** Compiles the module. */
        public PlainCommand compile() {
            return new PlainCommand(module);
        }
    }

    /** Runs the command once in a fresh instance and returns its standard output. */
    public byte[] run(byte[] stdin) {
        ByteArrayOutputStream stdout = new ByteArrayOutputStream();
        WasiOptions options = WasiOptions.builder()
                .withStdin(new ByteArrayInputStream(stdin))
                .withStdout(stdout)
                .withStderr(new ByteArrayOutputStream())
                .build();
        try (WasiPreview1 wasi = WasiPreview1.builder().withOptions(options).build()) {
            Instance.builder(module)
                    .withImportValues(imports(wasi))
                    .withMemoryFactory(ByteArrayMemory::new)
                    .withMachineFactory(machines)
                    .build();
        } catch (WasiExitException e) {
            // A command ends this way; its output is checked.
        }
        return stdout.toByteArray();
    }

    /** Returns WASI, and for every other import a function that no call in a benchmark should reach. */
    private ImportValues imports(WasiPreview1 wasi) {
        ImportValues.Builder values = ImportValues.builder().addFunction(wasi.toHostFunctions());
        module.importSection().stream()
                .filter(FunctionImport.class::isInstance)
                .map(FunctionImport.class::cast)
                .filter(wanted -> !wanted.module().startsWith("wasi_"))
                .forEach(wanted -> values.addFunction(unreachable(wanted)));
        return values.build();
    }

    private HostFunction unreachable(FunctionImport wanted) {
        return new HostFunction(
                wanted.module(),
                wanted.name(),
                module.typeSection().getType(wanted.typeIndex()),
                (instance, arguments) -> {
                    throw new IllegalStateException(wanted.name() + Arrays.toString(arguments));
                });
    }
}
