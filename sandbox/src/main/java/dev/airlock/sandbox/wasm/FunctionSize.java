package dev.airlock.sandbox.wasm;

/**
 * What one function has of everything that takes room while it runs.
 *
 * @param locals parameters and locals
 * @param operands the most operands at a time
 * @param blocks the most blocks open in one another
 * @param codeBytes bytes of its instructions
 */
public record FunctionSize(long locals, long operands, int blocks, int codeBytes) {}
