/**
 * Where actions find their connectors, and the pins that hold them to one content. Start at {@link
 * dev.airlock.runtime.actions.source.ConnectorSource}.
 */
@NullMarked
package dev.airlock.runtime.actions.source;

import org.jspecify.annotations.NullMarked;
