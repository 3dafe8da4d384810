package dev.airlock.sandbox.wasm;

import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.wasm.code.CodeReader;
import dev.airlock.sandbox.wasm.code.CodeValidator;
import dev.airlock.sandbox.wasm.code.ModuleFacts;
import dev.airlock.sandbox.wasm.format.Extern;
import dev.airlock.sandbox.wasm.format.Feature;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.ModuleSection;
import java.util.BitSet;
import java.util.Optional;
import java.util.Set;

/**
 * Checks a module against the rules of validation (core specification, chapter 3), for the features that are admitted.
 * The engine has a validator of its own; a module runs only if both accept it.
 */
public final class ModuleValidator {
    private static final long MOST_PAGES = 1 << 16;

    private final byte[] bytes;
    private final ModuleInfo info;
    private final ModuleFacts facts;
    private final LoadBudget budget;

    private ModuleValidator(byte[] bytes, ModuleInfo info, LoadBudget budget) {
        this.bytes = bytes;
        this.info = info;
        this.facts = info.facts();
        this.budget = budget;
    }

    /**
     * Checks a module within a budget.
     *
     * @param bytes the module that {@code info} was read from, unchanged
     * @return the functions that {@code ref.func} may name: those that the module names outside of its code (section
     *     3.4.10)
     * @throws ModuleRefused if it is not valid
     * @throws IllegalArgumentException if it uses features that are not admitted
     * @throws dev.airlock.sandbox.budget.LoadStopped if the budget does not last
     */
    public static BitSet check(byte[] bytes, ModuleInfo info, LoadBudget budget) throws ModuleRefused {
        Set<Feature> features = info.features();
        if (!Feature.admitted().containsAll(features)) {
            throw new IllegalArgumentException("only admitted features can be validated: " + features);
        }
        return new ModuleValidator(bytes, info, budget).check();
    }

    private BitSet check() throws ModuleRefused {
        checkLimits();
        checkTags();
        SegmentValidator segments = new SegmentValidator(bytes, facts, budget);
        segments.checkAll();
        checkStart();
        BitSet declared = declared(segments);
        Optional<CodeReader> code = info.code(bytes, budget);
        if (code.isPresent()) {
            new CodeValidator(code.get(), facts, segments.elementTypes(), declared, budget).checkAll();
        }
        return declared;
    }

    private void checkLimits() throws ModuleRefused {
        for (Extern.TableDemand table : facts.tables) {
            checkOrder(
                    ModuleSection.Id.TABLE,
                    table.minElements(),
                    table.maxElements().orElse(Long.MAX_VALUE));
        }
        for (Extern.MemoryDemand memory : facts.memories) {
            long most = memory.maxPages().orElse(MOST_PAGES);
            checkOrder(ModuleSection.Id.MEMORY, memory.minPages(), most);
            checkOrder(ModuleSection.Id.MEMORY, most, MOST_PAGES);
        }
    }

    private void checkOrder(ModuleSection.Id section, long least, long most) throws ModuleRefused {
        if (least > most) {
            throw ModuleRefused.invalid(
                    start(section),
                    "size minimum must not be greater than maximum, " + least + " is more than " + most);
        }
    }

    private void checkTags() throws ModuleRefused {
        for (int type : facts.tagTypes) {
            if (facts.types.results(type) > 0) {
                throw ModuleRefused.invalid(start(ModuleSection.Id.TAG), "non-empty tag result type");
            }
        }
    }

    private void checkStart() throws ModuleRefused {
        if (facts.startFunction.isPresent()) {
            int type = facts.typeOfFunction((int) facts.startFunction.getAsLong());
            if (facts.types.parameters(type) + facts.types.results(type) > 0) {
                throw ModuleRefused.invalid(start(ModuleSection.Id.START), "start function must have type () -> ()");
            }
        }
    }

    private int start(ModuleSection.Id id) {
        return info.section(id).map(ModuleSection::start).orElse(0);
    }

    private BitSet declared(SegmentValidator segments) {
        BitSet declared = segments.namedFunctions();
        facts.exports.stream()
                .filter(export -> export.kind() == Extern.Kind.FUNCTION)
                .forEach(export -> declared.set((int) export.index()));
        return declared;
    }
}
