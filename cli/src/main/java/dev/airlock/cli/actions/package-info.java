/**
 * {@code airlock action} and {@code airlock sync}: actions, the connectors that they need, and their runs. Start at {@link
 * dev.airlock.cli.actions.ActionCommand}.
 */
@NullMarked
package dev.airlock.cli.actions;

import org.jspecify.annotations.NullMarked;
