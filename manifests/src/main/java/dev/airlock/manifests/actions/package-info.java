/**
 * Action files as checked, immutable values: the actions that a user allows an agent, with their connectors and steps. Start with {@link
 * dev.airlock.manifests.actions.ActionReader} and {@link dev.airlock.manifests.actions.Action}.
 */
@NullMarked
package dev.airlock.manifests.actions;

import org.jspecify.annotations.NullMarked;
