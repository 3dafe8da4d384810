package dev.airlock.sandbox.wasm.format;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * A part of WebAssembly that came as one proposal, and whether Airlock admits it.
 *
 * <p>A feature is admitted if it is metered, tested on both engines and run by them. Every other feature is refused at
 * load, by name.
 */
public enum Feature {
    CORE_1("WebAssembly 1.0", Standing.ADMITTED),
    SIGN_EXTENSION("sign extension", Standing.ADMITTED),
    SATURATING_CONVERSION("saturating conversion", Standing.ADMITTED),
    MULTI_VALUE("multi-value", Standing.ADMITTED),
    BULK_MEMORY("bulk memory", Standing.ADMITTED),
    REFERENCE_TYPES("reference types", Standing.ADMITTED),
    TAIL_CALL("tail call", Standing.ADMITTED),
    EXCEPTIONS("exception handling", Standing.ADMITTED),
    EXTENDED_CONST("extended constant expressions", Standing.ADMITTED),
    /** Decoded and priced, but run by neither of the engine's two ways to run a module. */
    SIMD("fixed-width SIMD", Standing.DECODED),
    /** Decoded and priced, but not yet tested on both engines. */
    FUNCTION_REFERENCES("typed function references", Standing.DECODED),
    LEGACY_EXCEPTIONS("legacy exception handling", Standing.NAMED),
    GC("GC", Standing.NAMED),
    THREADS("threads", Standing.NAMED),
    MEMORY64("memory64", Standing.NAMED),
    MULTI_MEMORY("multi-memory", Standing.NAMED),
    CUSTOM_PAGE_SIZES("custom page sizes", Standing.NAMED),
    RELAXED_SIMD("relaxed SIMD", Standing.NAMED),
    WIDE_ARITHMETIC("wide arithmetic", Standing.NAMED),
    STACK_SWITCHING("stack switching", Standing.NAMED),
    COMPONENT_MODEL("component model", Standing.NAMED);

    /** How far Airlock supports a feature. */
    private enum Standing {
        /** Decoded, metered, tested, run. */
        ADMITTED,
        /** Decoded and priced, refused unless a caller of the reader admits it. */
        DECODED,
        /** Known by name only, always refused. */
        NAMED
    }

    private static final Set<Feature> ADMITTED = withStanding(EnumSet.of(Standing.ADMITTED));
    private static final Set<Feature> DECODED = withStanding(EnumSet.of(Standing.ADMITTED, Standing.DECODED));

    private final String proposal;
    private final Standing standing;

    Feature(String proposal, Standing standing) {
        this.proposal = proposal;
        this.standing = standing;
    }

    /** The name of the proposal, as people write it. */
    public String proposal() {
        return proposal;
    }

    /** The features that connectors may use. */
    public static Set<Feature> admitted() {
        return ADMITTED;
    }

    /** The features that the reader and the metering rewrite understand; more than are admitted. */
    public static Set<Feature> decoded() {
        return DECODED;
    }

    private static Set<Feature> withStanding(Set<Standing> standings) {
        EnumSet<Feature> features = EnumSet.noneOf(Feature.class);
        for (Feature feature : values()) {
            if (standings.contains(feature.standing)) {
                features.add(feature);
            }
        }
        return Collections.unmodifiableSet(features);
    }
}
