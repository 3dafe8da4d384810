/**
 * What recovery calls and how it is asked to: the target, and the call with its terms. Start at {@link
 * dev.airlock.runtime.recovery.call.RecoveryCall}.
 */
@NullMarked
package dev.airlock.runtime.recovery.call;

import org.jspecify.annotations.NullMarked;
