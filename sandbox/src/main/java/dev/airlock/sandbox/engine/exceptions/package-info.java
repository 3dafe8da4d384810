/**
 * Exceptions of guests, and the references by which a guest holds them. Start at
 * {@link dev.airlock.sandbox.engine.exceptions.CaughtExceptions}. Names Chicory, like all of {@code engine}, and
 * imports nothing else of ours.
 */
@NullMarked
package dev.airlock.sandbox.engine.exceptions;

import org.jspecify.annotations.NullMarked;
