/**
 * Installed connectors, each in a folder that is called by the hash of what is in it. Start at
 * {@link dev.airlock.runtime.store.ConnectorStore}. Opens no connection; must not import what installs.
 */
@NullMarked
package dev.airlock.runtime.store;

import org.jspecify.annotations.NullMarked;
