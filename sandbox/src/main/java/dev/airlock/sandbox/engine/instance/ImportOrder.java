package dev.airlock.sandbox.engine.instance;

import com.dylibso.chicory.runtime.ImportFunction;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.ExternalType;
import com.dylibso.chicory.wasm.types.FunctionImport;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.Import;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.link.HostImport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The functions that a module imports, in its order. */
public final class ImportOrder {
    private record Wanted(String module, String name, FunctionType type) {
        boolean is(String otherModule, String otherName) {
            return name.equals(otherName) && module.equals(otherModule);
        }
    }

    private final List<Wanted> wanted = new ArrayList<>();

    public ImportOrder(WasmModule module) {
        for (int i = 0; i < module.importSection().importCount(); i++) {
            Import each = module.importSection().getImport(i);
            if (each.importType() == ExternalType.FUNCTION) {
                FunctionType type = module.typeSection().getType(((FunctionImport) each).typeIndex());
                wanted.add(new Wanted(each.module(), each.name(), type));
            }
        }
    }

    /**
     * Binds the host's functions to one call.
     *
     * @param supplied a function for each import, in the order of the module, with its imported type
     * @throws IllegalArgumentException if they do not match
     */
    public ImportFunction[] bound(CallScope scope, List<HostImport> supplied) {
        if (supplied.size() != wanted.size()) {
            throw new IllegalArgumentException("the module imports " + wanted.size() + " functions");
        }
        ImportFunction[] bound = new ImportFunction[supplied.size()];
        for (int i = 0; i < bound.length; i++) {
            HostImport function = supplied.get(i);
            if (!wanted.get(i).is(function.module(), function.name())) {
                throw new IllegalArgumentException(function.qualifiedName() + " is not what is imported there");
            }
            bound[i] = HostCall.of(function, wanted.get(i).type(), scope);
        }
        return bound;
    }

    /** Returns those functions that the module imports, in its order; empty if one is missing or has another type. */
    public Optional<ImportFunction[]> of(List<ImportFunction> supplied) {
        ImportFunction[] ordered = new ImportFunction[wanted.size()];
        for (int i = 0; i < ordered.length; i++) {
            Wanted each = wanted.get(i);
            Optional<ImportFunction> found = supplied.stream()
                    .filter(function -> each.is(function.module(), function.name()))
                    .findFirst();
            if (found.isEmpty() || !found.get().functionType().equals(each.type())) {
                return Optional.empty();
            }
            ordered[i] = found.get();
        }
        return Optional.of(ordered);
    }
}
