package dev.airlock.sandbox.wasm.format;

/**
 * The limits on the size of a module, checked while it is read and before anything is compiled.
 *
 * @param moduleBytes bytes of the whole module
 * @param functions functions that the module defines
 * @param localsPerFunction locals of one function, including parameters
 * @param nestedBlocks blocks nested in one function
 * @param segments data and element segments together
 */
public record ModuleLimits(long moduleBytes, long functions, long localsPerFunction, long nestedBlocks, long segments) {

    /** The default limits. */
    public static final ModuleLimits DEFAULT = new ModuleLimits(64L << 20, 50_000, 50_000, 10_000, 200_000);

    /**
     * The limit on the locals of all functions together, as a multiple of the limit of one function. Five bytes can
     * declare as many locals as one function may have, and an engine keeps a record of each. Without this limit a small
     * module of many such functions takes gigabytes to load. In published modules the number of locals is less than a
     * tenth of the number of bytes.
     */
    static final long FUNCTIONS_FULL_OF_LOCALS = 100;

    /**
     * The limit on the entries of each section without a limit of its own: types, imports, exports, globals, tables,
     * tags, custom.
     */
    public static final long ENTRIES_PER_SECTION = 100_000;

    /** The most that the binary format can count. */
    private static final long MOST = 0xFFFF_FFFFL;

    public ModuleLimits {
        for (long limit : new long[] {moduleBytes, functions, localsPerFunction, nestedBlocks, segments}) {
            if (limit <= 0 || limit > MOST) {
                throw new IllegalArgumentException("a module limit must be between 1 and " + MOST + ": " + limit);
            }
        }
    }

    public long localsTogether() {
        return localsPerFunction * FUNCTIONS_FULL_OF_LOCALS;
    }
}
