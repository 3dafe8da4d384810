/**
 * The bounds on host work whose size a guest chooses: its time, its memory, its concurrency. Start at {@link
 * dev.airlock.sandbox.budget.LoadBudget}. Imports only facts about limits, and the clock.
 */
@NullMarked
package dev.airlock.sandbox.budget;

import org.jspecify.annotations.NullMarked;
