/** The values of connectors' settings, stored by connector identity. Start at {@link dev.airlock.runtime.settings.ConnectorSettings}. */
@NullMarked
package dev.airlock.runtime.settings;

import org.jspecify.annotations.NullMarked;
