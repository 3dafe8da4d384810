/**
 * Source lines of instructions, from a module's DWARF sections. Start at {@link dev.airlock.sandbox.wasm.debug.SourceLines}.
 */
@NullMarked
package dev.airlock.sandbox.wasm.debug;

import org.jspecify.annotations.NullMarked;
