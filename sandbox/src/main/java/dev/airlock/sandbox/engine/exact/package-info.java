/**
 * Instructions that the engine carries out otherwise than the core specification says, carried out as it says: compiled code calls
 * them in place of the engine's own, and the interpreter does. Start at {@link dev.airlock.sandbox.engine.exact.ExactTables}. Names
 * Chicory, like all of {@code engine}, and imports nothing else of ours.
 */
@NullMarked
package dev.airlock.sandbox.engine.exact;

import org.jspecify.annotations.NullMarked;
