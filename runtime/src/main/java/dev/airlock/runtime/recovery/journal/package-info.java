/**
 * The port through which recovery has every step recorded before it acts. Start at {@link
 * dev.airlock.runtime.recovery.journal.Journal}. Must not know who implements it.
 */
@NullMarked
package dev.airlock.runtime.recovery.journal;

import org.jspecify.annotations.NullMarked;
