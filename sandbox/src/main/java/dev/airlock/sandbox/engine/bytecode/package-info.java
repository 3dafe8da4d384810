/**
 * Rewrites the classes that the engine made of a module: functions in parts that the JIT compiles, direct calls, flat
 * access, charges. Start at {@link dev.airlock.sandbox.engine.bytecode.GuestFunction}. Like all of {@code engine} it
 * may name Chicory, and nothing above the engine may name it.
 */
@NullMarked
package dev.airlock.sandbox.engine.bytecode;

import org.jspecify.annotations.NullMarked;
