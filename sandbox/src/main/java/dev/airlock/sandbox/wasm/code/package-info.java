/**
 * Reads and validates function bodies. Start at {@link dev.airlock.sandbox.wasm.code.CodeReader}. Must not name the engine.
 */
@NullMarked
package dev.airlock.sandbox.wasm.code;

import org.jspecify.annotations.NullMarked;
