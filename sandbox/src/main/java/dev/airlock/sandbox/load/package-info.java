/**
 * Bounds for the host's work whose size a guest chose: its time, its memory, and how much of it runs at once. Start at
 * {@link dev.airlock.sandbox.load.LoadBudget}. Imports only the names of limits.
 */
@NullMarked
package dev.airlock.sandbox.load;

import org.jspecify.annotations.NullMarked;
