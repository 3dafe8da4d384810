/**
 * What bounds work of the host that a guest sized: how long it may take, what it may need, and how much of it there is at once.
 * Start at {@link dev.airlock.sandbox.load.LoadBudget}. Imports only the names of limits.
 */
@NullMarked
package dev.airlock.sandbox.load;

import org.jspecify.annotations.NullMarked;
