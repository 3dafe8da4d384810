/**
 * The values that a person gave to the settings of connectors, kept by who a connector is. Start at {@link
 * dev.airlock.runtime.settings.ConnectorSettings}.
 */
@NullMarked
package dev.airlock.runtime.settings;

import org.jspecify.annotations.NullMarked;
