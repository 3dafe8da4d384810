/**
 * The data of a guest that compiled code and the host use: memory in pages, its flat parts, its charges, its results.
 * Start at {@link dev.airlock.sandbox.engine.memory.PagedMemory}. Like all of {@code engine} it may name Chicory, and
 * nothing above the engine may name it.
 */
@NullMarked
package dev.airlock.sandbox.engine.memory;

import org.jspecify.annotations.NullMarked;
