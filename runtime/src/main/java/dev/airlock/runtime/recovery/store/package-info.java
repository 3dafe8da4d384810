/**
 * What recovery remembers between calls and processes: idempotency keys, calls of conversations, reversals,
 * reviews, open circuits. Start at {@link
 * dev.airlock.runtime.recovery.store.RecoveryStore}. It knows nothing of how calls are recovered.
 */
@NullMarked
package dev.airlock.runtime.recovery.store;

import org.jspecify.annotations.NullMarked;
