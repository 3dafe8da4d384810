/**
 * The store of installed connectors, each in a folder named by its content hash. Start at {@link dev.airlock.registry.store.ConnectorStore}.
 * This package opens no connection, and must not import the installer.
 */
@NullMarked
package dev.airlock.registry.store;

import org.jspecify.annotations.NullMarked;
