/**
 * {@code airlock action} and {@code airlock sync}: actions, which name the connectors they need, and their runs. Start at {@link
 * dev.airlock.cli.actions.ActionCommand}.
 */
@NullMarked
package dev.airlock.cli.actions;

import org.jspecify.annotations.NullMarked;
