/**
 * The exchanges that the host saw during a call, as evidence for the boundary and for recovery. Start at {@link
 * dev.airlock.sandbox.evidence.Evidence}. Nothing here comes from the guest.
 */
@NullMarked
package dev.airlock.sandbox.evidence;

import org.jspecify.annotations.NullMarked;
