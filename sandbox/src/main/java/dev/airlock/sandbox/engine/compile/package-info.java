/**
 * Compiles a module to classes and repairs the mistakes of the engine's compiler. Start at {@code GuestCompiler}. Must not make
 * instances.
 */
@NullMarked
package dev.airlock.sandbox.engine.compile;

import org.jspecify.annotations.NullMarked;
