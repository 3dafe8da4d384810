/**
 * The engine's interpreter for functions without blocks. Every branch is a jump that unwinds the operands as far as the
 * core specification says, so that a block costs nothing and no operand stays behind. Start at
 * {@link dev.airlock.sandbox.engine.interpreter.FlatModule}, then
 * {@link dev.airlock.sandbox.engine.interpreter.GuestInterpreter}. Names Chicory, like all of {@code engine}.
 */
@NullMarked
package dev.airlock.sandbox.engine.interpreter;

import org.jspecify.annotations.NullMarked;
