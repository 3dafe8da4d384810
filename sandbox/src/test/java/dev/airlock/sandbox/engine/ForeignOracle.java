package dev.airlock.sandbox.engine;

import com.dylibso.chicory.runtime.ExportFunction;
import com.dylibso.chicory.runtime.GlobalInstance;
import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.runtime.TableInstance;
import com.dylibso.chicory.runtime.WasmFunctionHandle;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.ValType;
import com.dylibso.chicory.wasm.types.Value;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.call.Trap;
import dev.airlock.sandbox.engine.memory.PagedMemory;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.format.Extern;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Runs a module as {@code benchmarks/oracle/v8.mjs} does: makes an instance, calls each exported function twice with
 * arguments by a rule, and after each call records the module's visible state. It prints the same text.
 */
final class ForeignOracle {
    private static final long FUEL = 20_000_000;
    private static final long WALL_MILLIS = 60_000;
    private static final long STACK_BYTES = 8 << 20;
    private static final int ROUNDS = 2;

    private static final Map<ValType, long[]> ARGUMENTS = Map.of(
            ValType.I32, new long[] {0, 1, -1, 5, Integer.MIN_VALUE, Integer.MAX_VALUE, 65_536, -17},
            ValType.I64, new long[] {0, 1, -1, 5, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32, -99},
            ValType.F32, new long[] {0, 0x3f800000, 0xbf800000L, 0x40490fdb, 0x7f800000, 0x80000000L, 0x4f000000, 1},
            ValType.F64,
                    new long[] {
                        0,
                        0x3ff0000000000000L,
                        0xbff0000000000000L,
                        0x400921fb54442d18L,
                        0x7ff0000000000000L,
                        Long.MIN_VALUE,
                        0x41e0000000000000L,
                        1
                    });

    private static final Map<Trap, String> TRAPS = Map.ofEntries(
            Map.entry(Trap.UNREACHABLE, "unreachable"),
            Map.entry(Trap.DIVIDE_BY_ZERO, "divide_by_zero"),
            Map.entry(Trap.INTEGER_OVERFLOW, "integer_overflow"),
            Map.entry(Trap.INVALID_CONVERSION, "conversion"),
            Map.entry(Trap.MEMORY_OUT_OF_BOUNDS, "memory"),
            Map.entry(Trap.TABLE_OUT_OF_BOUNDS, "table"),
            Map.entry(Trap.UNDEFINED_ELEMENT, "table"),
            Map.entry(Trap.UNINITIALIZED_ELEMENT, "indirect_call"),
            Map.entry(Trap.INDIRECT_CALL_TYPE_MISMATCH, "indirect_call"),
            Map.entry(Trap.NULL_REFERENCE, "null"),
            Map.entry(Trap.UNCAUGHT_EXCEPTION, "exception"));

    private final Program program;
    private final ModuleInfo info;
    private final List<Event> events = new ArrayList<>();
    private CallScope scope = scope();
    private @Nullable Instance instance;

    /**
     * A step of a run.
     *
     * @param name the step's name
     * @param what how it ended and the module's visible state then
     * @param fuel the fuel that the instance had used by then
     */
    record Event(String name, String what, long fuel) {
        /** Whether it says anything about the guest: limits differ between engines. */
        boolean isConclusive() {
            return !what.startsWith("limit") && !what.startsWith("timeout") && !what.startsWith("stack");
        }
    }

    private ForeignOracle(Program program, ModuleInfo info) {
        this.program = program;
        this.info = info;
    }

    /** Returns the whole run, on a thread with enough stack for it. */
    static List<Event> events(Program program, ModuleInfo info) throws InterruptedException {
        ForeignOracle oracle = new ForeignOracle(program, info);
        Thread thread = new Thread(null, oracle::run, "foreign-oracle", program.threadStackBytes(STACK_BYTES));
        thread.start();
        thread.join();
        return oracle.events;
    }

    private void run() {
        make("instance");
        for (int round = 0; round < ROUNDS && instance != null; round++) {
            int number = 0;
            for (Extern.Export export : info.exports()) {
                if (export.kind() == Extern.Kind.FUNCTION
                        && !export.type().contains("exnref")
                        && !call(export, round, ++number)) {
                    return;
                }
                number += export.kind() == Extern.Kind.FUNCTION && export.type().contains("exnref") ? 1 : 0;
            }
        }
        release();
    }

    private void make(String event) {
        release();
        scope = scope();
        String termination = termination(() -> {
            instance = Instances.of(program, scope, imports(info));
            return "ok";
        });
        if (!event.isEmpty()) {
            say(event, termination);
        }
    }

    private static CallScope scope() {
        return new CallScope(Clock.SYSTEM, WALL_MILLIS, FUEL, STACK_BYTES);
    }

    private void release() {
        if (instance != null && instance.memory() instanceof PagedMemory memory) {
            memory.release();
        }
        instance = null;
    }

    private boolean call(Extern.Export export, int round, int number) {
        Instance called = instance;
        if (called == null) {
            return false;
        }
        FunctionType type = called.type(called.functionType((int) export.index()));
        ExportFunction function = called.export(export.name());
        String termination = termination(() -> "ok " + results(type, function.apply(arguments(type, round, number))));
        say(round + "." + number, termination);
        if (termination.startsWith("limit")) {
            return false;
        }
        if (!termination.startsWith("ok")) {
            make("");
        }
        return instance != null;
    }

    private void say(String event, String termination) {
        events.add(new Event(
                event,
                instance == null ? termination : termination + state(instance, info),
                scope.fuel().used()));
    }

    private interface Step {
        String result();
    }

    private String termination(Step step) {
        String what;
        try {
            what = step.result();
        } catch (Throwable e) {
            what = text(new ExceptionMapper(new RunLimits(1, 1, 1)).terminationOf(e, List.of()));
        }
        return scope.hostTermination()
                .<Termination>map(termination -> termination)
                .or(() -> scope.fuel().overdraft().map(limit -> limit))
                .map(ForeignOracle::text)
                .orElse(what);
    }

    /** Returns a termination in words that V8's can be converted to as well. */
    static String text(Termination termination) {
        if (termination instanceof Termination.Trapped trapped) {
            return "trap " + TRAPS.getOrDefault(trapped.trap(), trapped.trap().name());
        }
        return termination instanceof Termination.LimitReached reached
                ? "limit " + reached.limit()
                : termination.toString();
    }

    private static long[] arguments(FunctionType type, int round, int number) {
        long[] arguments = new long[type.params().size()];
        for (int i = 0; i < arguments.length; i++) {
            long[] choice = ARGUMENTS.get(type.params().get(i));
            arguments[i] = choice == null ? Value.REF_NULL_VALUE : choice[(number * 7 + i * 3 + round * 5) % 8];
        }
        return arguments;
    }

    private static String results(FunctionType type, long @Nullable [] results) {
        StringJoiner all = new StringJoiner(",");
        for (int i = 0; i < type.returns().size() && results != null; i++) {
            all.add(text(results[i], type.returns().get(i)));
        }
        return all.toString();
    }

    private static String text(long value, ValType type) {
        if (type.equals(ValType.I32)) {
            return Integer.toString((int) value);
        }
        if (type.equals(ValType.I64)) {
            return Long.toString(value);
        }
        if (type.equals(ValType.F32)) {
            return Float.isNaN(Float.intBitsToFloat((int) value)) ? "nan" : Integer.toHexString((int) value);
        }
        if (type.equals(ValType.F64)) {
            return hex(Double.longBitsToDouble(value));
        }
        return (int) value == Value.REF_NULL_VALUE ? "null" : "ref";
    }

    private static String hex(double value) {
        return Double.isNaN(value) ? "nan" : Long.toHexString(Double.doubleToRawLongBits(value));
    }

    /** Returns the values of a module's exports. */
    static String state(Instance of, ModuleInfo info) {
        StringBuilder all = new StringBuilder();
        for (Extern.Export export : info.exports()) {
            switch (export.kind()) {
                case MEMORY -> all.append(memory(of.memory()));
                case TABLE -> all.append(table(of.table((int) export.index())));
                case GLOBAL -> all.append(" G").append(global(of.global((int) export.index())));
                case FUNCTION, TAG -> {}
            }
        }
        return all.toString();
    }

    private static String memory(Memory memory) {
        CRC32 checksum = new CRC32();
        for (int page = 0; page < memory.pages(); page++) {
            checksum.update(memory.readBytes(page * Memory.PAGE_SIZE, Memory.PAGE_SIZE));
        }
        return " M" + memory.pages() + ":" + Long.toHexString(checksum.getValue());
    }

    private static String table(TableInstance table) {
        StringBuilder elements = new StringBuilder();
        for (int i = 0; i < table.size(); i++) {
            elements.append(table.ref(i) == Value.REF_NULL_VALUE ? '0' : '1');
        }
        boolean isHidden = isException(table.elementType()) && table.size() > 0;
        return " T" + table.size() + ":" + (isHidden ? "x" : elements);
    }

    private static String global(GlobalInstance global) {
        ValType type = global.getType();
        long value = global.getValue();
        if (isException(type)) {
            return "x";
        }
        if (type.equals(ValType.I32)) {
            return hex((int) value);
        }
        return type.equals(ValType.F32) ? hex(Float.intBitsToFloat((int) value)) : text(value, type);
    }

    private static boolean isException(ValType type) {
        return type.isReference() && type.typeIdx() == ValType.ExnRef.typeIdx();
    }

    /** Returns the imports that generated modules may have. */
    private static ImportValues imports(ModuleInfo info) {
        ImportValues.Builder imports = ImportValues.builder();
        for (Extern.Import wanted : info.imports()) {
            imports.addFunction(function(wanted.name()));
        }
        return imports.build();
    }

    private static HostFunction function(String name) {
        ValType i32 = ValType.I32;
        ValType i64 = ValType.I64;
        return switch (name) {
            case "a" -> host(name, List.of(), List.of(), (instance, values) -> new long[0]);
            case "b" -> host(name, List.of(i32), List.of(i32), (instance, values) -> new long[] {values[0] ^ 0x55});
            case "c" ->
                host(name, List.of(i64, ValType.F64), List.of(i64), (instance, values) -> new long[] {values[0] + 3});
            case "d" ->
                host(name, List.of(ValType.F32, ValType.F64, i32, i64), List.of(ValType.F32), (instance, values) ->
                        new long[] {values[0]});
            case "e" ->
                host(name, List.of(), List.of(ValType.F64), (instance, values) ->
                        new long[] {Double.doubleToRawLongBits(2.5)});
            case "f" ->
                host(name, List.of(i32, i32, i32, i32, i32, i32), List.of(i64), (instance, values) ->
                        new long[] {(int) values[0]});
            case "g" ->
                host(name, List.of(i32), List.of(i32, i64), (instance, values) ->
                        new long[] {(int) values[0] + 1, (int) values[0]});
            case "h" ->
                host(
                        name,
                        List.of(ValType.FuncRef, ValType.ExternRef),
                        List.of(ValType.ExternRef),
                        (instance, values) -> new long[] {values[1]});
            default -> throw new IllegalArgumentException(String.format(Locale.ROOT, "no import is named %s", name));
        };
    }

    private static HostFunction host(
            String name, List<ValType> parameters, List<ValType> results, WasmFunctionHandle code) {
        return new HostFunction("env", name, FunctionType.of(parameters, results), code);
    }
}
