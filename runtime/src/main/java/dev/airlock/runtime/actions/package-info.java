/**
 * Runs actions: the step lists that a user allows an agent, with connectors pinned by their hash. Start at
 * {@link dev.airlock.runtime.actions.ActionRunner}.
 */
@NullMarked
package dev.airlock.runtime.actions;

import org.jspecify.annotations.NullMarked;
