package dev.airlock.sandbox.metering;

import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.wasm.BlockRepairs;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.code.CodeReader;
import dev.airlock.sandbox.wasm.format.ByteWriter;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.ModuleSection;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Stream;

/**
 * Rewrites a module so that it charges fuel for what it executes, by {@link FuelSchedule}, and counts its calls against
 * a stack, by {@link StackFrames}, the same on every engine.
 *
 * <p>Three mutable globals of type i64 are added after the module's own; setting them is the accounting. A module
 * without a memory gets one without pages, in which the engine can keep the counters. Functions that do bulk work get
 * one more local. No index of a function, type, table, memory or import changes, and every other section is copied as
 * it is, including names and debug information. For blocks of {@link BlockRepairs} that the engine rejects, function
 * types may be added after the module's own.
 */
public final class FuelMetering {
    /** Three globals: i64, mutable, {@code i64.const 0 end}. */
    private static final byte[] HIDDEN_GLOBALS = {
        0x7E, 0x01, 0x42, 0x00, 0x0B, 0x7E, 0x01, 0x42, 0x00, 0x0B, 0x7E, 0x01, 0x42, 0x00, 0x0B
    };

    private static final int HIDDEN_COUNT = 3;

    /** One memory that has no pages and never gets any. */
    private static final byte[] HIDDEN_MEMORY = {0x01, 0x01, 0x00, 0x00};

    private static final int FUNCTION_TYPE = 0x60;

    private final byte[] bytes;
    private final ModuleInfo info;
    private final LoadBudget budget;
    private final boolean charging;
    private final ByteWriter out;
    private final ByteWriter content;
    private final BlockRepairs repairs;
    private final FunctionMetering functions;
    private int copied;

    private FuelMetering(byte[] bytes, ModuleInfo info, boolean charging, LoadBudget budget) throws ModuleRefused {
        this.budget = budget;
        this.bytes = bytes;
        this.info = info;
        this.charging = charging;
        this.out = new ByteWriter(bytes.length + bytes.length / 2);
        this.content = new ByteWriter(bytes.length + bytes.length / 2);
        this.repairs = BlockRepairs.of(bytes, info, budget);
        this.functions = new FunctionMetering(bytes, info, repairs, info.unwinds(), charging);
    }

    /**
     * Rewrites a module.
     *
     * @param bytes the module that {@code info} was read from, unchanged
     * @throws IllegalArgumentException if the bytes are not those that were read
     */
    public static MeteredModule rewrite(byte[] bytes, ModuleInfo info) {
        return rewrite(bytes, info, LoadBudget.endless());
    }

    /**
     * Rewrites a module within a budget.
     *
     * @param bytes the module that {@code info} was read from, unchanged
     * @throws IllegalArgumentException if the bytes are not those that were read
     * @throws dev.airlock.sandbox.budget.LoadStopped if the budget does not last
     */
    public static MeteredModule rewrite(byte[] bytes, ModuleInfo info, LoadBudget budget) {
        return rewrite(bytes, info, true, budget);
    }

    /** Rewrites a module without inserting anything: must return the same bytes. */
    static MeteredModule rewriteWithoutCharges(byte[] bytes, ModuleInfo info) {
        return rewrite(bytes, info, false, LoadBudget.endless());
    }

    private static MeteredModule rewrite(byte[] bytes, ModuleInfo info, boolean charging, LoadBudget budget) {
        if (bytes.length != info.size()) {
            throw new IllegalArgumentException("these are not the bytes that were read");
        }
        try {
            return new FuelMetering(bytes, info, charging, budget).rewrite();
        } catch (ModuleRefused e) {
            throw new IllegalArgumentException("these are not the bytes that were read", e);
        }
    }

    private MeteredModule rewrite() throws ModuleRefused {
        writeModule();
        return new MeteredModule(out.toByteArray(), info, functions);
    }

    private void writeModule() throws ModuleRefused {
        Deque<ModuleSection.Id> missing = missingSections();
        for (ModuleSection section : info.sections()) {
            while (!missing.isEmpty() && comesAfter(section, missing.peek())) {
                copyUpTo(section.start());
                writeNewSection(missing.remove());
            }
            if (isRewritten(section)) {
                copyUpTo(section.start());
                writeSection(section);
                copied = section.end();
            }
        }
        copyUpTo(bytes.length);
        missing.forEach(this::writeNewSection);
    }

    /** The sections that a metered module needs and this one lacks, in their order. */
    private Deque<ModuleSection.Id> missingSections() {
        Deque<ModuleSection.Id> missing = new ArrayDeque<>();
        if (charging) {
            Stream.of(ModuleSection.Id.MEMORY, ModuleSection.Id.GLOBAL)
                    .filter(this::isRewritten)
                    .filter(id -> info.section(id).isEmpty())
                    .forEach(missing::add);
        }
        return missing;
    }

    private static boolean comesAfter(ModuleSection section, ModuleSection.Id other) {
        return section.id() != ModuleSection.Id.CUSTOM && section.id().compareTo(other) > 0;
    }

    private boolean isRewritten(ModuleSection section) {
        return section.id() == ModuleSection.Id.CODE
                || (charging && isRewritten(section.id()))
                || (charging
                        && section.id() == ModuleSection.Id.TYPE
                        && !repairs.addedTypes().isEmpty());
    }

    private boolean isRewritten(ModuleSection.Id id) {
        return id == ModuleSection.Id.GLOBAL
                || (id == ModuleSection.Id.MEMORY && info.memories().isEmpty());
    }

    private void copyUpTo(int offset) {
        out.copy(bytes, copied, offset);
        copied = offset;
    }

    private void writeNewSection(ModuleSection.Id id) {
        if (id == ModuleSection.Id.MEMORY) {
            out.u8(id.number()).u32(HIDDEN_MEMORY.length).copy(HIDDEN_MEMORY, 0, HIDDEN_MEMORY.length);
        } else {
            out.u8(id.number())
                    .u32(1 + HIDDEN_GLOBALS.length)
                    .u32(HIDDEN_COUNT)
                    .copy(HIDDEN_GLOBALS, 0, HIDDEN_GLOBALS.length);
        }
    }

    private void writeSection(ModuleSection section) throws ModuleRefused {
        content.clear();
        if (section.id() == ModuleSection.Id.CODE) {
            writeCode(section);
        } else if (section.id() == ModuleSection.Id.TYPE) {
            writeTypes(section);
        } else if (section.id() == ModuleSection.Id.MEMORY) {
            content.copy(HIDDEN_MEMORY, 0, HIDDEN_MEMORY.length);
        } else {
            content.u32(info.definedGlobals() + (long) HIDDEN_COUNT);
            content.copy(bytes, afterNumber(section.contentStart()), section.end());
            content.copy(HIDDEN_GLOBALS, 0, HIDDEN_GLOBALS.length);
        }
        if (content.size() == section.end() - section.contentStart()) {
            out.copy(bytes, section.start(), section.contentStart());
        } else {
            out.u8(section.id().number()).u32(content.size());
        }
        out.copy(content);
    }

    private void writeTypes(ModuleSection section) {
        content.u32(info.types() + (long) repairs.addedTypes().size());
        content.copy(bytes, afterNumber(section.contentStart()), section.end());
        for (byte[] results : repairs.addedTypes()) {
            content.u8(FUNCTION_TYPE).u32(0).u32(results.length).copy(results, 0, results.length);
        }
    }

    private void writeCode(ModuleSection section) throws ModuleRefused {
        content.copy(bytes, section.contentStart(), afterNumber(section.contentStart()));
        CodeReader code = info.code(bytes, budget).orElseThrow();
        while (code.nextFunction()) {
            functions.rewrite(code, content);
        }
    }

    /** The offset of the first byte after the LEB128 number at {@code start}. */
    private int afterNumber(int start) {
        int position = start;
        while (bytes[position] < 0) {
            position++;
        }
        return position + 1;
    }
}
