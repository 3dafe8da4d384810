/**
 * The port that records each step of recovery before it is taken. Start at {@link dev.airlock.runtime.recovery.journal.Journal}. Must
 * not know its implementation.
 */
@NullMarked
package dev.airlock.runtime.recovery.journal;

import org.jspecify.annotations.NullMarked;
