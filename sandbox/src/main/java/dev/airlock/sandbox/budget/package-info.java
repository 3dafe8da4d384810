/**
 * The bounds on host work that a guest's input sizes: its time, its memory, and how many do it at once. Start at {@link
 * dev.airlock.sandbox.budget.LoadBudget}. Imports only the names of limits.
 */
@NullMarked
package dev.airlock.sandbox.budget;

import org.jspecify.annotations.NullMarked;
