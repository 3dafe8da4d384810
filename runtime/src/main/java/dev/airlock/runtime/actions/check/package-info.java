/**
 * What is wrong with an action that shows only beside its connectors, found without running it. Start with {@link
 * dev.airlock.runtime.actions.check.ActionCheck}.
 */
@NullMarked
package dev.airlock.runtime.actions.check;

import org.jspecify.annotations.NullMarked;
