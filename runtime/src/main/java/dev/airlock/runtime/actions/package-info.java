/**
 * Runs actions: what a user lets an agent do, step by step, with connectors that are pinned by their hash. Start with {@link
 * dev.airlock.runtime.actions.ActionRunner}.
 */
@NullMarked
package dev.airlock.runtime.actions;

import org.jspecify.annotations.NullMarked;
