/**
 * Finds the problems of an action that depend on its connectors, without running it. Start at
 * {@link dev.airlock.runtime.actions.check.ActionCheck}.
 */
@NullMarked
package dev.airlock.runtime.actions.check;

import org.jspecify.annotations.NullMarked;
