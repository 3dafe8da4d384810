package dev.airlock.sandbox.host;

import dev.airlock.manifests.HostFunction;
import dev.airlock.manifests.HostFunction.Capability;
import dev.airlock.sandbox.link.HostImport.ValueKind;
import java.util.List;

/**
 * A host function that guests can import.
 *
 * @param function the function, with the capability that it needs
 * @param parameters the types of its parameters
 * @param results the types of its results
 */
public record CatalogueEntry(HostFunction function, List<ValueKind> parameters, List<ValueKind> results) {
    /** The module of Airlock's own functions. */
    public static final String AIRLOCK = "airlock";
    /** The module of the public contract, which offers the same functions. */
    public static final String ALIAS = "aileron_host";

    /** Copies the lists. */
    public CatalogueEntry {
        parameters = List.copyOf(parameters);
        results = List.copyOf(results);
    }

    /** The import's name. */
    public String name() {
        return function.wireName();
    }

    /** The modules that offer it. */
    public List<String> modules() {
        return switch (function.module()) {
            case AIRLOCK -> List.of(AIRLOCK);
            case BOTH -> List.of(AIRLOCK, ALIAS);
        };
    }

    /** The table under {@code [capabilities]} that the function needs. */
    public Capability capability() {
        return function.capability();
    }
}
