/**
 * What the host saw of the outside world during a call, and what follows for its effect. Start at {@link
 * dev.airlock.sandbox.evidence.Evidence}. Nothing here comes from the guest.
 */
@NullMarked
package dev.airlock.sandbox.evidence;

import org.jspecify.annotations.NullMarked;
