package dev.airlock.sandbox.engine;

import static dev.airlock.sandbox.wasm.ModuleBuilder.EMPTY;
import static dev.airlock.sandbox.wasm.ModuleBuilder.I32;
import static dev.airlock.sandbox.wasm.ModuleBuilder.I64;

import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.call.BareClock;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.metering.FuelMetering;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.wasm.ModuleBuilder;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ByteWriter;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;

/**
 * Runs in its own JVM. For functions with very many things of one kind that call themselves until the stack is used up,
 * it prints how many bytes of the heap the interpreter keeps for each byte that is counted; the same for one that
 * branches very often out of blocks with parameters.
 */
final class InterpreterHeap {
    private static final int STACK = 2 << 20;
    private static final int MANY = 1_000;
    private static final int CATCH_ALL = 2;

    /** Each turn of the loop before a call costs fuel, so that the clock is read in each frame. */
    private static final int TURNS = 1_100;

    private InterpreterHeap() {}

    /** No arguments. */
    public static void main(String[] arguments) throws Exception {
        for (Map.Entry<String, byte[]> program : programs().entrySet()) {
            System.out.println(String.format(
                    Locale.ROOT, "%s: %.2f", program.getKey(), heapOf(program.getValue()) / (double) STACK));
        }
    }

    private static Map<String, byte[]> programs() {
        Map<String, byte[]> programs = new LinkedHashMap<>();
        programs.put("little of anything", recursive(0, 0, w -> {}, w -> {}));
        programs.put("locals", recursive(0, MANY, w -> {}, w -> {}));
        programs.put("parameters", recursive(MANY, 0, w -> many(MANY, i -> zero(w)), w -> {}));
        programs.put(
                "operands",
                recursive(0, 0, w -> many(MANY, i -> zero(w)), w -> many(MANY, i -> w.opcode(Opcode.DROP))));
        programs.put(
                "blocks",
                recursive(0, 0, w -> many(MANY, i -> w.opcode(Opcode.BLOCK).u8(EMPTY)), InterpreterHeap::endMany));
        programs.put(
                "attempts",
                recursive(
                        0,
                        0,
                        w -> many(
                                MANY,
                                i -> w.opcode(Opcode.TRY_TABLE)
                                        .u8(EMPTY)
                                        .u32(1)
                                        .u8(CATCH_ALL)
                                        .u32(i)),
                        InterpreterHeap::endMany));
        programs.put("branches out of blocks with parameters", branches());
        return programs;
    }

    private static byte[] recursive(
            int parameters, int locals, Consumer<ByteWriter> before, Consumer<ByteWriter> after) {
        ModuleBuilder module = new ModuleBuilder();
        int[] types = new int[parameters];
        Arrays.fill(types, I64);
        int type = module.type(types);
        module.function(type, w -> w.u32(2).u32(locals).u8(I64).u32(1).u8(I32), w -> {
            loop(w, TURNS, parameters + locals, turn -> {});
            before.accept(w);
            w.opcode(Opcode.CALL).u32(0);
            after.accept(w);
            w.opcode(Opcode.END);
        });
        module.function(module.type(new int[] {}), w -> {
            many(parameters, i -> zero(w));
            w.opcode(Opcode.CALL).u32(0).opcode(Opcode.END);
        });
        return module.exporting("_start", 0, 1).build();
    }

    private static byte[] branches() {
        ModuleBuilder module = new ModuleBuilder();
        int[] types = new int[MANY];
        Arrays.fill(types, I64);
        int block = module.type(types);
        module.function(module.type(new int[] {}), w -> w.u32(1).u32(1).u8(I32), w -> {
            loop(w, 10 * TURNS, 0, turn -> {
                many(MANY, i -> zero(turn));
                turn.opcode(Opcode.BLOCK).u32(block).opcode(Opcode.BR).u32(0).opcode(Opcode.END);
            });
            w.opcode(Opcode.END);
        });
        return module.exporting("_start", 0, 0).build();
    }

    private static void loop(ByteWriter w, int turns, int counter, Consumer<ByteWriter> turn) {
        w.opcode(Opcode.I32_CONST).s64(turns).opcode(Opcode.LOCAL_SET).u32(counter);
        w.opcode(Opcode.LOOP).u8(EMPTY);
        turn.accept(w);
        w.opcode(Opcode.LOCAL_GET).u32(counter).opcode(Opcode.I32_CONST).s64(1).opcode(Opcode.I32_SUB);
        w.opcode(Opcode.LOCAL_TEE).u32(counter).opcode(Opcode.BR_IF).u32(0).opcode(Opcode.END);
    }

    private static void zero(ByteWriter w) {
        w.opcode(Opcode.I64_CONST).s64(0);
    }

    private static void endMany(ByteWriter w) {
        many(MANY, i -> w.opcode(Opcode.END));
    }

    private static void many(int times, Consumer<Integer> action) {
        for (int i = 0; i < times; i++) {
            action.accept(i);
        }
    }

    /**
     * Returns the most that is on the heap during the call's last few readings of the clock, more than before the call.
     */
    private static long heapOf(byte[] module) throws Exception {
        MeteredModule metered = FuelMetering.rewrite(module, WasmModuleReader.read(module, ModuleLimits.DEFAULT));
        Program program = Engine.of(why -> {})
                .prepare(module, "", metered, LoadBudget.endless())
                .interpreted();
        Looks counted = new Looks(Long.MAX_VALUE);
        run(program, counted);
        run(program, new Looks(Long.MAX_VALUE));
        long before = used();
        Looks measured = new Looks(counted.count - 3);
        run(program, measured);
        return measured.most - before;
    }

    /** A clock that measures the heap from that reading on. */
    private static final class Looks implements BareClock {
        private final long first;
        private long count;
        private long most;

        Looks(long first) {
            this.first = first;
        }

        @Override
        public long monotonicNanos() {
            if (count++ >= first) {
                most = Math.max(most, used());
            }
            return 0;
        }
    }

    private static void run(Program program, Clock clock) throws Exception {
        CallScope scope = new CallScope(clock, 600_000, 1L << 40, STACK);
        FutureTask<Run> run = new FutureTask<>(
                () -> program.run(scope, List.of(), new RunLimits(1 << 20, 100, STACK), guest -> guest.call("_start")));
        new Thread(null, run, "guest", program.threadStackBytes(STACK)).start();
        run.get();
    }

    private static long used() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
