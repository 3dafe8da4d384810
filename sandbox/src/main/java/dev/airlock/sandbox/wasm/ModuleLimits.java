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

    public ModuleLimits {
        if (moduleBytes <= 0 || functions <= 0 || localsPerFunction <= 0 || nestedBlocks <= 0 || segments <= 0) {
            throw new IllegalArgumentException("every module limit must be positive");
        }
    }

    long localsTogether() {
        return Math.multiplyExact(localsPerFunction, FUNCTIONS_FULL_OF_LOCALS);
    }
}
