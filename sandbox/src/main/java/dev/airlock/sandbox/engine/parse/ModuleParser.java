package dev.airlock.sandbox.engine.parse;

import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.CodeSection;
import com.dylibso.chicory.wasm.types.DeclarativeElement;
import com.dylibso.chicory.wasm.types.ElementSection;
import com.dylibso.chicory.wasm.types.FunctionBody;
import com.dylibso.chicory.wasm.types.Instruction;
import com.dylibso.chicory.wasm.types.OpCode;
import com.dylibso.chicory.wasm.types.Section;
import com.dylibso.chicory.wasm.types.ValType;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.budget.LoadStopped;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.ModuleValidator;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * The engine's parser and validator, given a module's code some functions at a time, so that either can be stopped in
 * between, and validation never holds more than a part of the code. A function is never split. Custom sections are left
 * out.
 */
public final class ModuleParser {
    /** {@code unreachable end} without locals, which is valid for every type. */
    private static final byte[] STUB = {3, 0, 0x00, 0x0B};

    private static final byte[] EMPTY_MODULE = {0, 'a', 's', 'm', 1, 0, 0, 0};

    private final BinaryModule binary;
    private final LoadBudget budget;
    private final Parser parser =
            Parser.builder().withCustomParsers(Map.of()).withValidation(false).build();
    private final WasmModule.Builder module = WasmModule.builder();
    private ElementSection elements = ElementSection.builder().build();

    private ModuleParser(byte[] bytes, LoadBudget budget) {
        this.binary = BinaryModule.of(bytes);
        this.budget = budget;
    }

    /**
     * Validates a module, by our rules and then by the engine's. Ours decide which functions {@code ref.func} may name:
     * the engine looks only at declarative segments.
     *
     * @param info the facts that Airlock's reader found
     * @throws InvalidModuleException if it breaks a rule of the core specification's validation chapter
     */
    public static void validate(byte[] bytes, ModuleInfo info, LoadBudget budget) throws InvalidModuleException {
        BitSet declared = declared(bytes, info, budget);
        understood(() -> {
            new ModuleParser(bytes, budget).validateInParts(declared);
            return true;
        });
    }

    /**
     * Parses a module that is known to be valid.
     *
     * @throws InvalidModuleException if the engine rejects it
     */
    public static WasmModule parse(byte[] bytes, LoadBudget budget) throws InvalidModuleException {
        return understood(() -> new ModuleParser(bytes, budget).parseInParts());
    }

    /** Returns the body of a function of any type that only traps. */
    public static FunctionBody stub() {
        return new ModuleParser(EMPTY_MODULE, LoadBudget.endless()).stubBody();
    }

    private FunctionBody stubBody() {
        return bodies(BinaryModule.codeOf(1, STUB, 0, STUB.length)).get(0);
    }

    private static BitSet declared(byte[] bytes, ModuleInfo info, LoadBudget budget) throws InvalidModuleException {
        try {
            return ModuleValidator.check(bytes, info, budget);
        } catch (ModuleRefused e) {
            throw new InvalidModuleException(
                    e.reason() instanceof ModuleRefused.Invalid invalid
                            ? invalid.detail() + ", at byte " + invalid.offset()
                            : e.reason().sentence());
        }
    }

    private interface Work<T> {
        T done();
    }

    private static <T> T understood(Work<T> work) throws InvalidModuleException {
        try {
            return work.done();
        } catch (LoadStopped e) {
            throw e;
        } catch (ChicoryException e) {
            throw new InvalidModuleException(ForeignText.clean(e.getMessage() == null ? "" : e.getMessage()));
        } catch (RuntimeException e) {
            throw new InvalidModuleException("its binary form is broken");
        }
    }

    private WasmModule parseInParts() {
        parseAllButCode();
        CodeSection.Builder code = CodeSection.builder();
        for (BinaryModule.Part part : binary.parts()) {
            for (FunctionBody body : bodies(binary.codeOf(part))) {
                code.addFunctionBody(body);
            }
        }
        return module.setCodeSection(code.build()).withValidation(false).build();
    }

    private void validateInParts(BitSet declared) {
        parseAllButCode();
        module.setElementSection(withDeclared(declared));
        FunctionBody stub = stubBody();
        List<BinaryModule.Part> parts = binary.parts();
        if (parts.isEmpty()) {
            module.withValidation(true).build();
        }
        for (BinaryModule.Part part : parts) {
            CodeSection.Builder code = CodeSection.builder();
            addTimes(part.firstFunction(), stub, code);
            bodies(binary.codeOf(part)).forEach(code::addFunctionBody);
            addTimes(binary.functions() - part.firstFunction() - part.functions(), stub, code);
            module.setCodeSection(code.build()).withValidation(true).build();
        }
    }

    /** Returns the element segments, with a declarative one of functions added. */
    private ElementSection withDeclared(BitSet declared) {
        ElementSection.Builder all = ElementSection.builder();
        elements.stream().forEach(all::addElement);
        List<List<Instruction>> references = declared.stream()
                .mapToObj(function -> List.of(new Instruction(-1, OpCode.REF_FUNC, new long[] {function})))
                .toList();
        return all.addElement(new DeclarativeElement(ValType.FuncRef, references))
                .build();
    }

    private static void addTimes(int times, FunctionBody body, CodeSection.Builder code) {
        for (int i = 0; i < times; i++) {
            code.addFunctionBody(body);
        }
    }

    private void parseAllButCode() {
        budget.check();
        parser.parse(new ByteArrayInputStream(binary.allButCode()), this::add);
    }

    private void add(Section section) {
        EngineSections.add(section, module);
        if (section instanceof ElementSection found) {
            elements = found;
        }
    }

    private List<FunctionBody> bodies(byte[] code) {
        budget.check();
        List<FunctionBody> found = new ArrayList<>();
        parser.parse(
                new ByteArrayInputStream(code),
                section -> found.addAll(Arrays.asList(((CodeSection) section).functionBodies())));
        return found;
    }
}
