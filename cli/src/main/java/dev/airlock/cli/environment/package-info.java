/**
 * What a command finds around it: folders, connectors and actions by the names that people give them, the store, the keyring, the
 * network or a script in its place. Start at {@link
 * dev.airlock.cli.environment.ConnectorPlace}. Must not import the commands.
 */
@NullMarked
package dev.airlock.cli.environment;

import org.jspecify.annotations.NullMarked;
