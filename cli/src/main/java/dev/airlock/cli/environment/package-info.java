/**
 * The surroundings of a command: folders, connectors and actions by the names that people type, the store, the keyring, and the network or
 * a script in its place. Start at {@link dev.airlock.cli.environment.ConnectorPlace}. Must not import the commands.
 */
@NullMarked
package dev.airlock.cli.environment;

import org.jspecify.annotations.NullMarked;
