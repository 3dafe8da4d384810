package dev.airlock.sandbox.engine;

import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.engine.parse.InvalidModuleException;
import dev.airlock.sandbox.metering.FuelMetering;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.FutureTask;

/** Runs in its own JVM: prints a line for each of the {@link StackPrograms} and each tier. */
final class StackDepths {
    private static final int STACK = 1 << 20;
    private static final int SMALL_STACK = 1 << 16;
    private static final long FUEL = 1L << 40;
    private static final long WALL_MILLIS = 600_000;

    /** Some of the programs have functions that the compiler rejects; they are interpreted in both tiers. */
    private static final Engine ENGINE = Engine.of(why -> {});

    private StackDepths() {}

    /**
     * Arguments: how often programs throw; how often those that only call run before, so that the JVM compiles them;
     * and the names of the programs.
     */
    public static void main(String[] arguments) throws Exception {
        Set<String> names = Set.copyOf(List.of(arguments).subList(2, arguments.length));
        printAll(StackPrograms.calling(), Integer.parseInt(arguments[1]), names);
        printAll(StackPrograms.throwing(Integer.parseInt(arguments[0])), 0, names);
    }

    private static void printAll(Map<String, byte[]> programs, int before, Set<String> names) throws Exception {
        programs.keySet().retainAll(names);
        for (Map.Entry<String, byte[]> program : programs.entrySet()) {
            MeteredModule module = metered(program.getValue());
            for (Tier tier : Tier.values()) {
                String termination = run(program(module, tier), before);
                System.out.println(program.getKey() + ", " + tier.wireName() + ": " + termination);
            }
        }
    }

    /** Returns how a program ends, compiled. */
    static String termination(byte[] program) {
        try {
            return run(program(metered(program), Tier.COMPILED), 0);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static Program program(MeteredModule module, Tier tier) throws InvalidModuleException {
        PreparedModule prepared = ENGINE.prepare(module.bytes(), "", module, LoadBudget.endless());
        return tier == Tier.COMPILED
                ? prepared.compiled(LoadBudget.endless()).orElseGet(prepared::interpreted)
                : prepared.interpreted();
    }

    private static String run(Program program, int before) throws Exception {
        for (int i = 0; i < before; i++) {
            onThread(program, scope(SMALL_STACK), SMALL_STACK);
        }
        CallScope scope = scope(STACK);
        Run run = onThread(program, scope, STACK);
        return run.termination() + " after " + scope.fuel().used();
    }

    private static CallScope scope(int stack) {
        return new CallScope(Clock.SYSTEM, WALL_MILLIS, FUEL, stack);
    }

    private static Run onThread(Program program, CallScope scope, int stack) throws Exception {
        RunLimits limits = new RunLimits(1 << 20, 100, stack);
        FutureTask<Run> run =
                new FutureTask<>(() -> program.run(scope, List.of(), limits, guest -> guest.call("_start")));
        new Thread(null, run, "guest", program.threadStackBytes(stack)).start();
        return run.get();
    }

    private static MeteredModule metered(byte[] module) throws ModuleRefused {
        return FuelMetering.rewrite(module, WasmModuleReader.read(module, ModuleLimits.DEFAULT));
    }
}
