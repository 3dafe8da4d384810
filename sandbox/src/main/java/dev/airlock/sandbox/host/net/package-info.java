/**
 * The network as a guest reaches it: which addresses may be dialled, how a name becomes one, and one HTTP exchange within
 * the deadline of its call. Start at {@link dev.airlock.sandbox.host.net.HttpTransport}.
 *
 * <p>The only package that opens a socket for a guest. It knows nothing of manifests, guest memory or credentials: what may
 * be asked for is decided before it is called.
 */
@NullMarked
package dev.airlock.sandbox.host.net;

import org.jspecify.annotations.NullMarked;
