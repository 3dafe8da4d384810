/**
 * What compiled code and the host use of a guest: memory in pages, parts of it that lie flat, what it is charged, its results.
 * Start at {@link dev.airlock.sandbox.engine.memory.PagedMemory}. Like all of {@code engine} it may name Chicory, and nothing above the engine may name it.
 */
@NullMarked
package dev.airlock.sandbox.engine.memory;

import org.jspecify.annotations.NullMarked;
