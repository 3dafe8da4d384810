/**
 * The sources of connectors for actions, and the pins that fix their content. Start at {@link
 * dev.airlock.runtime.actions.source.ConnectorSource}.
 */
@NullMarked
package dev.airlock.runtime.actions.source;

import org.jspecify.annotations.NullMarked;
