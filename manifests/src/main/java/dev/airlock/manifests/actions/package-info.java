/**
 * Action files as checked, immutable values: what a user lets an agent do, with which connectors, in which steps. Start with {@link
 * dev.airlock.manifests.actions.ActionReader} and {@link dev.airlock.manifests.actions.Action}.
 */
@NullMarked
package dev.airlock.manifests.actions;

import org.jspecify.annotations.NullMarked;
