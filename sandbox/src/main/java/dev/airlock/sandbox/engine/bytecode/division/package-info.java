/**
 * Divides large methods into parts that the JIT compiles, and shortens common sequences in them. Start at {@code DividedFunction}.
 */
@NullMarked
package dev.airlock.sandbox.engine.bytecode.division;

import org.jspecify.annotations.NullMarked;
