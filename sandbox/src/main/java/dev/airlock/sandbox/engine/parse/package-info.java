/**
 * Modules as the engine parses and validates them, in parts between which a load can be stopped. Start at
 * {@link dev.airlock.sandbox.engine.parse.ModuleParser}. Like all of {@code engine} it may name Chicory, and nothing
 * above the engine may name it.
 */
@NullMarked
package dev.airlock.sandbox.engine.parse;

import org.jspecify.annotations.NullMarked;
