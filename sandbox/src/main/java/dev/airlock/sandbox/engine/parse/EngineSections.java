package dev.airlock.sandbox.engine.parse;

import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.DataCountSection;
import com.dylibso.chicory.wasm.types.DataSection;
import com.dylibso.chicory.wasm.types.ElementSection;
import com.dylibso.chicory.wasm.types.ExportSection;
import com.dylibso.chicory.wasm.types.FunctionSection;
import com.dylibso.chicory.wasm.types.GlobalSection;
import com.dylibso.chicory.wasm.types.ImportSection;
import com.dylibso.chicory.wasm.types.MemorySection;
import com.dylibso.chicory.wasm.types.Section;
import com.dylibso.chicory.wasm.types.SectionId;
import com.dylibso.chicory.wasm.types.StartSection;
import com.dylibso.chicory.wasm.types.TableSection;
import com.dylibso.chicory.wasm.types.TagSection;
import com.dylibso.chicory.wasm.types.TypeSection;

/** The sections of the engine's parsed modules. */
public final class EngineSections {
    private EngineSections() {}

    /** Adds a section that the parser read to a module: any but code and custom ones. */
    static void add(Section section, WasmModule.Builder module) {
        switch (section.sectionId()) {
            case SectionId.TYPE -> module.setTypeSection((TypeSection) section);
            case SectionId.IMPORT -> module.setImportSection((ImportSection) section);
            case SectionId.FUNCTION -> module.setFunctionSection((FunctionSection) section);
            case SectionId.TABLE -> module.setTableSection((TableSection) section);
            case SectionId.MEMORY -> module.setMemorySection((MemorySection) section);
            case SectionId.TAG -> module.setTagSection((TagSection) section);
            case SectionId.GLOBAL -> module.setGlobalSection((GlobalSection) section);
            case SectionId.EXPORT -> module.setExportSection((ExportSection) section);
            case SectionId.START -> module.setStartSection((StartSection) section);
            case SectionId.ELEMENT -> module.setElementSection((ElementSection) section);
            case SectionId.DATA_COUNT -> module.setDataCountSection((DataCountSection) section);
            case SectionId.DATA -> module.setDataSection((DataSection) section);
            default -> throw new IllegalStateException("section " + section.sectionId() + " was not asked for");
        }
    }

    /** Returns a builder with everything of a module but its start function. */
    public static WasmModule.Builder copy(WasmModule module) {
        return WasmModule.builder()
                .setTypeSection(module.typeSection())
                .setImportSection(module.importSection())
                .setFunctionSection(module.functionSection())
                .setTableSection(module.tableSection())
                .setMemorySection(module.memorySection().orElse(null))
                .setGlobalSection(module.globalSection())
                .setExportSection(module.exportSection())
                .setElementSection(module.elementSection())
                .setCodeSection(module.codeSection())
                .setDataSection(module.dataSection())
                .setDataCountSection(module.dataCountSection().orElse(null))
                .setTagSection(module.tagSection().orElse(null))
                .withValidation(false);
    }
}
