/**
 * Corrections of instructions that the engine does not carry out as the core specification says. Compiled code and the
 * interpreter call them in place of the engine's own. Start at {@link dev.airlock.sandbox.engine.exact.ExactTables}.
 * Names Chicory, like all of {@code engine}, and imports nothing else of ours.
 */
@NullMarked
package dev.airlock.sandbox.engine.exact;

import org.jspecify.annotations.NullMarked;
