/**
 * The stores of recovery, shared by calls and processes: idempotency keys, calls of conversations, reversals, reviews, open circuits. Start
 * at {@link dev.airlock.runtime.recovery.store.RecoveryStore}. This package does not depend on how calls are recovered.
 */
@NullMarked
package dev.airlock.runtime.recovery.store;

import org.jspecify.annotations.NullMarked;
