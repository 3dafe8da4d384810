package dev.airlock.sandbox.wasm;

/**
 * How large a module may be, checked while it is read and before anything is compiled.
 *
 * @param moduleBytes bytes of the whole module
 * @param functions functions that the module defines
 * @param localsPerFunction locals of one function, parameters included
 * @param nestedBlocks blocks nested in one function
 * @param segments data and element segments together
 */
public record ModuleLimits(long moduleBytes, long functions, long localsPerFunction, long nestedBlocks, long segments) {

    /** The limits that hold when nobody asks for others. */
    public static final ModuleLimits DEFAULT = new ModuleLimits(64L << 20, 50_000, 50_000, 10_000, 200_000);

    /**
     * Locals of all functions together, as a multiple of what one function may have. Five bytes can declare as many
     * locals as one function may have, and an engine keeps a record of each; without this bound a small module of many
     * such functions takes gigabytes to load. Published modules have fewer locals than a tenth of their bytes.
     */
    static final long FUNCTIONS_FULL_OF_LOCALS = 100;

    /** Entries of each section that has no limit of its own: types, imports, exports, globals, tables, tags, custom. */
    static final long ENTRIES_PER_SECTION = 100_000;

    /** What the binary format can count at all. */
    private static final long MOST = 0xFFFF_FFFFL;

    public ModuleLimits {
        for (long limit : new long[] {moduleBytes, functions, localsPerFunction, nestedBlocks, segments}) {
            if (limit <= 0 || limit > MOST) {
                throw new IllegalArgumentException("a module limit must be between 1 and " + MOST + ": " + limit);
            }
        }
    }

    long localsTogether() {
        return localsPerFunction * FUNCTIONS_FULL_OF_LOCALS;
    }
}
