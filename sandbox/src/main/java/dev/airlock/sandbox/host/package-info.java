/**
 * The functions that Airlock offers a guest, under module {@code airlock} and its alias {@code aileron_host}: the log,
 * state, and HTTP with every check that a request has to pass. Start at {@link dev.airlock.sandbox.host.HostFunctions}.
 *
 * <p>Must not name an engine. Sockets are opened in {@link dev.airlock.sandbox.host.net} only.
 */
@NullMarked
package dev.airlock.sandbox.host;

import org.jspecify.annotations.NullMarked;
