/**
 * The data that connectors keep between calls: a small key-value space for each, and claims that something is done
 * once. Start at {@link dev.airlock.sandbox.state.CallState} for the meaning of the operations, and at
 * {@link dev.airlock.sandbox.state.StateStore} for the storage.
 *
 * <p>Must not name the engine or the host functions.
 */
@NullMarked
package dev.airlock.sandbox.state;

import org.jspecify.annotations.NullMarked;
