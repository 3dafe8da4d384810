package dev.airlock.sandbox.wasm;

/**
 * What one function has of everything that takes room while it runs.
 *
 * @param locals parameters and locals
 * @param operands the most operands at a time
 * @param blocks the most blocks open in one another
 * @param codeBytes bytes of its instructions
 * @param handlers what its {@code try_table}s have
 */
public record FunctionSize(long locals, long operands, int blocks, int codeBytes, Handlers handlers) {
    /**
     * The {@code try_table}s of a function.
     *
     * @param clauses what they catch, all together
     * @param nesting how deep each of them is nested in others, itself counted, as the sum of squares
     * @param dropOperands whether an exception may drop operands of the function on its way to a handler, or a {@code try_table}
     *     takes several operands from the top of others, which the engine's compiler would mix up
     */
    public record Handlers(long clauses, long nesting, boolean dropOperands) {
        static final Handlers NONE = new Handlers(0, 0, false);
    }
}
