package dev.airlock.sandbox.engine;

import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.ByteArrayMemory;
import com.dylibso.chicory.runtime.ExportFunction;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.MemoryLimits;
import com.dylibso.chicory.wasm.types.OpCode;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.engine.frame.GuestFrames;
import dev.airlock.sandbox.engine.memory.Growth;
import dev.airlock.sandbox.engine.memory.PagedMemory;
import dev.airlock.sandbox.engine.parse.InvalidModuleException;
import dev.airlock.sandbox.engine.pass.ClassPass;
import dev.airlock.sandbox.metering.FuelMetering;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import java.io.ByteArrayInputStream;
import java.util.function.Function;

/**
 * One instance of a module whose {@code run} can be called repeatedly, under limits that it cannot reach. It is in the engine's package so
 * that it can wire the engine as {@link Program} does, with some parts omitted.
 */
public final class Kernel {
    private static final long NO_LIMIT = Long.MAX_VALUE / 4;
    private static final long TEN_DAYS_MILLIS = 864_000_000;

    private final ExportFunction run;
    private final InstructionCount count;
    private final CallScope scope;

    private Kernel(Instance instance, InstructionCount count, CallScope scope) {
        this.run = instance.exports().function("run");
        this.count = count;
        this.scope = scope;
    }

    /** Returns an instance of a module without imports. */
    public static Kernel of(Form form, byte[] module) {
        CallScope scope = new CallScope(Clock.SYSTEM, TEN_DAYS_MILLIS, NO_LIMIT);
        InstructionCount count = new InstructionCount();
        Instance instance = switch (form) {
            case CHICORY -> {
                WasmModule parsed = parse(module);
                yield plain(parsed, ByteArrayMemory::new, MachineFactoryCompiler.compile(parsed));
            }
            case CHICORY_WITH_OUR_MEMORY -> {
                WasmModule parsed = parse(module);
                yield plain(parsed, PagedMemory::ofNobody, MachineFactoryCompiler.compile(parsed));
            }
            case CHICORY_INTERPRETED ->
                Instance.builder(parse(module))
                        .withMemoryFactory(ByteArrayMemory::new)
                        .withUnsafeExecutionListener((instruction, stack) -> count.add(instruction.opcode()))
                        .build();
            case AIRLOCK -> instance(compiled(module, ClassPass.ON), scope);
            case AIRLOCK_WITHOUT_PASS -> instance(compiled(module, ClassPass.OFF), scope);
            case AIRLOCK_INTERPRETED -> instance(prepared(module, ClassPass.ON).interpreted(), scope);
        };
        return new Kernel(instance, count, scope);
    }

    /** Calls the program with its argument. */
    public long run(int n) {
        return run.apply(n)[0];
    }

    /** Returns the fuel used so far, if it is metered. */
    public long fuel() {
        return scope.fuel().used();
    }

    /** Returns the number of instructions executed so far, if they are counted. */
    public long instructions() {
        return count.all;
    }

    /** Returns the number of function calls among them. */
    public long calls() {
        return count.calls;
    }

    private static Instance plain(
            WasmModule module, Function<MemoryLimits, Memory> memories, Function<Instance, Machine> machines) {
        return Instance.builder(module)
                .withMemoryFactory(memories)
                .withMachineFactory(machines)
                .build();
    }

    private static Program compiled(byte[] module, ClassPass pass) {
        return prepared(module, pass).compiled(LoadBudget.endless()).orElseThrow();
    }

    private static PreparedModule prepared(byte[] module, ClassPass pass) {
        Engine engine = Engine.of(pass, why -> {
            throw new IllegalArgumentException("a program that the compiler does not take", why);
        });
        try {
            return engine.prepare(module, "", meter(module), LoadBudget.endless());
        } catch (InvalidModuleException e) {
            throw new IllegalArgumentException("a program that the engine does not take", e);
        }
    }

    private static Instance instance(Program program, CallScope scope) {
        return program.instantiate(
                scope,
                ImportValues.empty(),
                new Growth(LimitName.MEMORY, 1, NO_LIMIT),
                new Growth(LimitName.TABLE, 1, NO_LIMIT),
                new GuestFrames());
    }

    private static MeteredModule meter(byte[] module) {
        try {
            return FuelMetering.rewrite(module, WasmModuleReader.read(module, ModuleLimits.DEFAULT));
        } catch (ModuleRefused e) {
            throw new IllegalArgumentException("a program that Airlock does not take", e);
        }
    }

    private static WasmModule parse(byte[] module) {
        return Parser.builder().build().parse(() -> new ByteArrayInputStream(module));
    }

    /** The counts that a host would need to meter a guest on Chicory's interpreter. */
    private static final class InstructionCount {
        private long all;
        private long calls;

        void add(OpCode opcode) {
            all++;
            if (opcode == OpCode.CALL || opcode == OpCode.CALL_INDIRECT) {
                calls++;
            }
        }
    }
}
