/**
 * The parts of the binary format: bytes, sections, types, instructions, features, and the refusal that names them. Start at {@link
 * dev.airlock.sandbox.wasm.format.Opcode}.
 */
@NullMarked
package dev.airlock.sandbox.wasm.format;

import org.jspecify.annotations.NullMarked;
