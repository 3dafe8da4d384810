/**
 * Resolves names, and opens sockets to the checked addresses only. Start at {@link dev.airlock.sandbox.host.net.dial.Dialer}. Must not
 * know HTTP.
 */
@NullMarked
package dev.airlock.sandbox.host.net.dial;

import org.jspecify.annotations.NullMarked;
