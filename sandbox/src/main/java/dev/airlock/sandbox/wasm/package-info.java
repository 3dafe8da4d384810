/**
 * Airlock's own reader and writer for WebAssembly binaries, which finds a module's imports, exports and demands before
 * any engine sees it.
 *
 * <p>Start at {@link dev.airlock.sandbox.wasm.WasmModuleReader}. {@link dev.airlock.sandbox.wasm.format.Opcode} is the table
 * of instructions; {@link dev.airlock.sandbox.wasm.code.CodeReader} walks them. This package must not name the engine.
 */
@NullMarked
package dev.airlock.sandbox.wasm;

import org.jspecify.annotations.NullMarked;
