package dev.airlock.sandbox.engine.interpreter;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.WasmException;
import com.dylibso.chicory.wasm.types.AnnotatedInstruction;
import com.dylibso.chicory.wasm.types.CatchOpCode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * The handlers of one function's {@code try_table}s. Each {@code try_table} is a region, which knows the one around it;
 * regions and handlers are numbered from 0 in the order of the code.
 */
final class Handlers {
    /** The region of code outside any {@code try_table}. */
    static final int NO_REGION = -1;

    private static final int REGION_NUMBERS = 3;
    private static final int HANDLER_NUMBERS = 3;

    private final List<Region> regions;
    private final List<Handler> handlers;

    private record Region(int around, int first, int count) {}

    /**
     * A catch clause.
     *
     * @param kind what it catches, and whether it takes a reference
     * @param tag the tag that it catches, if it catches only one
     * @param height operands of the function that stay below those of the clause
     */
    record Handler(CatchOpCode kind, int tag, int height) {
        boolean catches(WasmException exception, Instance instance) {
            return switch (kind) {
                case CATCH, CATCH_REF -> isOfTag(exception, instance);
                case CATCH_ALL, CATCH_ALL_REF -> true;
            };
        }

        boolean takesValues() {
            return kind == CatchOpCode.CATCH || kind == CatchOpCode.CATCH_REF;
        }

        boolean takesReference() {
            return kind == CatchOpCode.CATCH_REF || kind == CatchOpCode.CATCH_ALL_REF;
        }

        /** Matches tags as the engine's compiler does: imported tags are the same if their types are. */
        private boolean isOfTag(WasmException exception, Instance instance) {
            if (exception.instance() == instance && exception.tagIdx() == tag) {
                return true;
            }
            var thrown = exception.instance().tag(exception.tagIdx()).type();
            return tag < instance.imports().tagCount()
                    && instance.tag(tag).type().typesMatch(thrown)
                    && instance.tag(tag).type().returnsMatch(thrown);
        }
    }

    Handlers() {
        this(new ArrayList<>(), new ArrayList<>());
    }

    private Handlers(List<Region> regions, List<Handler> handlers) {
        this.regions = regions;
        this.handlers = handlers;
    }

    /** Adds a region, whose handlers are added next; returns its number. */
    int open(int around, int count) {
        regions.add(new Region(around, handlers.size(), count));
        return regions.size() - 1;
    }

    void add(CatchOpCode.Catch clause, long height) {
        handlers.add(new Handler(clause.opcode(), clause.tag(), (int) height));
    }

    /** The region around one. */
    int around(int region) {
        return regions.get(region).around;
    }

    boolean isEmpty() {
        return handlers.isEmpty();
    }

    Handler handler(int number) {
        return handlers.get(number);
    }

    /** Returns the number of the innermost handler that catches an exception in a region, if there is one. */
    OptionalInt find(WasmException exception, int region, Instance instance) {
        for (int inner = region; inner != NO_REGION; inner = around(inner)) {
            Region found = regions.get(inner);
            for (int i = found.first; i < found.first + found.count; i++) {
                if (handlers.get(i).catches(exception, instance)) {
                    return OptionalInt.of(i);
                }
            }
        }
        return OptionalInt.empty();
    }

    /** Returns all of them as numbers, which an instruction can carry. */
    long[] numbers() {
        long[] numbers = new long[1 + REGION_NUMBERS * regions.size() + HANDLER_NUMBERS * handlers.size()];
        int i = 0;
        numbers[i++] = regions.size();
        for (Region region : regions) {
            numbers[i++] = region.around;
            numbers[i++] = region.first;
            numbers[i++] = region.count;
        }
        for (Handler handler : handlers) {
            numbers[i++] = handler.kind.opcode();
            numbers[i++] = handler.tag;
            numbers[i++] = handler.height;
        }
        return numbers;
    }

    /** Reads those of a function from the end of its code. */
    static Handlers of(List<AnnotatedInstruction> function) {
        long[] numbers = function.get(function.size() - 1).operands();
        Handlers handlers = new Handlers();
        int end = 1 + REGION_NUMBERS * (int) numbers[0];
        for (int i = 1; i < end; i += REGION_NUMBERS) {
            handlers.regions.add(new Region((int) numbers[i], (int) numbers[i + 1], (int) numbers[i + 2]));
        }
        for (int i = end; i < numbers.length; i += HANDLER_NUMBERS) {
            handlers.handlers.add(
                    new Handler(CatchOpCode.byOpCode((int) numbers[i]), (int) numbers[i + 1], (int) numbers[i + 2]));
        }
        return handlers;
    }
}
