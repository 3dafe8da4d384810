package dev.airlock.sandbox.imports;

import dev.airlock.formats.text.Nearest;
import dev.airlock.sandbox.host.HostFunctions;
import dev.airlock.sandbox.wasi.Wasi;
import dev.airlock.sandbox.wasm.format.Extern;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Suggests which import a module may have meant by one that nothing supplies. */
final class NearestImport {
    private static final List<String> SUPPLIED = Stream.concat(
                    Wasi.signatures().keySet().stream().map(name -> Wasi.MODULE + "." + name),
                    HostFunctions.catalogue().stream()
                            .flatMap(entry -> entry.modules().stream().map(module -> module + "." + entry.name())))
            .sorted()
            .toList();

    private NearestImport() {}

    /** Returns the nearest import that exists, as a question; empty if none is near. */
    static String to(Extern.Import declared) {
        return Nearest.to(declared.module() + "." + declared.name(), SUPPLIED)
                .or(() -> sameNameElsewhere(declared.name()))
                .map(near -> "did you mean " + near + "?")
                .orElse("");
    }

    private static Optional<String> sameNameElsewhere(String name) {
        return SUPPLIED.stream().filter(known -> known.endsWith("." + name)).findFirst();
    }
}
