/**
 * {@code airlock binding}: credentials in the vault, and the connectors that may use them. Start at {@link
 * dev.airlock.cli.binding.BindingCommand}.
 */
@NullMarked
package dev.airlock.cli.binding;

import org.jspecify.annotations.NullMarked;
