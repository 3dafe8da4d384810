/**
 * Compiles a module to classes and mends what the engine's compiler gets wrong. Start at {@code GuestCompiler}. Must not make
 * instances.
 */
@NullMarked
package dev.airlock.sandbox.engine.compile;

import org.jspecify.annotations.NullMarked;
