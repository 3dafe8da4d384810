package dev.airlock.sandbox.imports;

import dev.airlock.failures.text.ForeignText;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.sandbox.host.CatalogueEntry;
import dev.airlock.sandbox.host.HostFunctions;
import dev.airlock.sandbox.link.HostImport;
import dev.airlock.sandbox.wasi.Wasi;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.format.Extern;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One import of a module and what supplies it.
 *
 * @param module the import's module, the guest's own text
 * @param name the import's name, the guest's own text
 * @param type its signature, or for anything but a function its type in words
 * @param supply what supplies it
 */
public record Import(String module, String name, String type, Supply supply) {
    /** What supplies an import. */
    public sealed interface Supply {
        /** WASI's basic set, which needs no declaration. */
        record WasiFunction() implements Supply {}

        /** A host function that the manifest declares, or that its capabilities imply. */
        record Declared(CatalogueEntry entry) implements Supply {}

        /** A host function that the manifest does not declare. */
        record Undeclared(CatalogueEntry entry) implements Supply {}

        /**
         * Nothing supplies it.
         *
         * @param why what is wrong with it, with the nearest thing that exists
         */
        record Nobody(String why) implements Supply {}
    }

    /** The number of unknown imports for which the nearest name is looked up. A look-up is slow. */
    private static final int MOST_GUESSES = 100;

    private static final Map<String, String> WASI = Wasi.signatures();

    /** Returns all imports of a module, each with what supplies it under that manifest. */
    public static List<Import> of(ModuleInfo module, ConnectorManifest manifest) {
        return of(module, granted(module, manifest));
    }

    /** Returns all imports of a module, each with what supplies it if every host function were declared. */
    public static List<Import> of(ModuleInfo module) {
        return of(
                module,
                HostFunctions.catalogue().stream().map(CatalogueEntry::name).collect(Collectors.toSet()));
    }

    private static List<Import> of(ModuleInfo module, Set<String> granted) {
        List<Import> imports = new ArrayList<>();
        int guesses = 0;
        for (Extern.Import declared : module.imports()) {
            Supply supply = supply(declared, granted);
            if (supply instanceof Supply.Nobody nobody && nobody.why().isEmpty() && guesses++ < MOST_GUESSES) {
                supply = new Supply.Nobody(NearestImport.to(declared));
            }
            imports.add(new Import(declared.module(), declared.name(), declared.type(), supply));
        }
        return imports;
    }

    /** Module and name, joined by a dot and cleaned. */
    public String qualifiedName() {
        return ForeignText.clean(module + "." + name);
    }

    /** Whether it is one of Airlock's own functions, declared or not. */
    public boolean isHostFunction() {
        return supply instanceof Supply.Declared || supply instanceof Supply.Undeclared;
    }

    /** Name, signature, and the problem if there is one. */
    public String describe() {
        String what = qualifiedName() + " " + ForeignText.clean(type);
        return supply instanceof Supply.Nobody nobody && !nobody.why().isEmpty()
                ? what + " (" + nobody.why() + ")"
                : what;
    }

    /**
     * The host functions that the module may import: those that the manifest lists, or those that its capabilities
     * imply.
     */
    private static Set<String> granted(ModuleInfo module, ConnectorManifest manifest) {
        Optional<List<String>> listed = manifest.capabilities().imports();
        boolean importsOwn = module.imports().stream().anyMatch(i -> i.module().equals(CatalogueEntry.AIRLOCK));
        if (listed.isPresent() || importsOwn) {
            return Set.copyOf(listed.orElse(List.of()));
        }
        return dev.airlock.manifests.HostFunction.impliedBy(manifest.capabilities()).stream()
                .map(dev.airlock.manifests.HostFunction::wireName)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Supply supply(Extern.Import declared, Set<String> granted) {
        if (declared.kind() != Extern.Kind.FUNCTION) {
            return new Supply.Nobody("only functions can be imported");
        }
        if (declared.module().equals(Wasi.MODULE)) {
            return wasi(declared);
        }
        Optional<CatalogueEntry> entry = HostFunctions.find(declared.module(), declared.name());
        if (entry.isEmpty()) {
            return new Supply.Nobody(HostFunctions.explainUnknown(declared.module(), declared.name())
                    .orElse(""));
        }
        return hostFunction(declared, entry.get(), granted);
    }

    private static Supply wasi(Extern.Import declared) {
        String signature = WASI.get(declared.name());
        if (signature == null) {
            return new Supply.Nobody("");
        }
        return signature.equals(declared.type())
                ? new Supply.WasiFunction()
                : new Supply.Nobody("it has the signature " + signature);
    }

    private static Supply hostFunction(Extern.Import declared, CatalogueEntry entry, Set<String> granted) {
        String signature = HostImport.signature(entry.parameters(), entry.results());
        if (!signature.equals(declared.type())) {
            return new Supply.Nobody("it has the signature " + signature);
        }
        return granted.contains(entry.name()) ? new Supply.Declared(entry) : new Supply.Undeclared(entry);
    }
}
