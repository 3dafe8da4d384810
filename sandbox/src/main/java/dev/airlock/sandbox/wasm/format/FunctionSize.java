package dev.airlock.sandbox.wasm.format;

/**
 * The counts of everything in one function that takes memory while it runs.
 *
 * @param locals parameters and locals
 * @param operands the most operands at a time
 * @param blocks the deepest nesting of blocks
 * @param codeBytes bytes of its instructions
 * @param handlers its {@code try_table}s
 */
public record FunctionSize(long locals, long operands, int blocks, int codeBytes, Handlers handlers) {
    /**
     * The {@code try_table}s of a function.
     *
     * @param clauses the number of their catch clauses, all together
     * @param nesting the sum of the squares of each one's nesting depth, itself counted
     * @param dropOperands whether an exception may drop operands of the function on its way to a handler, or a
     *     {@code try_table} takes several operands from the top of others, which the engine's compiler would mix up
     */
    public record Handlers(long clauses, long nesting, boolean dropOperands) {
        public static final Handlers NONE = new Handlers(0, 0, false);
    }
}
