/**
 * Idempotency keys and conversations: recognises a call that repeats an earlier one. Start at {@link
 * dev.airlock.runtime.recovery.keys.Conversations}.
 */
@NullMarked
package dev.airlock.runtime.recovery.keys;

import org.jspecify.annotations.NullMarked;
