/**
 * The requests to recovery: a target, and a call of it with its terms. Start at {@link
 * dev.airlock.runtime.recovery.call.RecoveryCall}.
 */
@NullMarked
package dev.airlock.runtime.recovery.call;

import org.jspecify.annotations.NullMarked;
