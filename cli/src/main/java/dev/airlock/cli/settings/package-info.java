/** The settings of connectors: {@code airlock settings}. Start at {@link dev.airlock.cli.settings.SettingsCommand}. */
@NullMarked
package dev.airlock.cli.settings;

import org.jspecify.annotations.NullMarked;
