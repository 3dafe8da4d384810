package dev.airlock.sandbox.engine;

import com.dylibso.chicory.runtime.ImportFunction;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.ExternalType;
import com.dylibso.chicory.wasm.types.FunctionImport;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.Import;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The functions that a module imports, in its order. */
final class ImportOrder {
    private record Wanted(String name, FunctionType type) {}

    private final List<Wanted> wanted = new ArrayList<>();

    ImportOrder(WasmModule module) {
        for (int i = 0; i < module.importSection().importCount(); i++) {
            Import each = module.importSection().getImport(i);
            if (each.importType() == ExternalType.FUNCTION) {
                FunctionType type = module.typeSection().getType(((FunctionImport) each).typeIndex());
                wanted.add(new Wanted(each.module() + "." + each.name(), type));
            }
        }
    }

    /** Those of the functions that the module imports, in its order; empty if one is missing or has another type. */
    Optional<ImportFunction[]> of(Iterable<? extends ImportFunction> supplied) {
        Map<String, ImportFunction> byName = new HashMap<>();
        supplied.forEach(function -> byName.put(function.module() + "." + function.name(), function));
        ImportFunction[] ordered = new ImportFunction[wanted.size()];
        for (int i = 0; i < ordered.length; i++) {
            ImportFunction found = byName.get(wanted.get(i).name());
            if (found == null || !found.functionType().equals(wanted.get(i).type())) {
                return Optional.empty();
            }
            ordered[i] = found;
        }
        return Optional.of(ordered);
    }
}
