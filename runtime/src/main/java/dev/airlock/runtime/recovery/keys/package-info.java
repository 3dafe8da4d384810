/**
 * Idempotency keys and conversations, which recognise a repeated call. Start at {@link
 * dev.airlock.runtime.recovery.keys.Conversations}.
 */
@NullMarked
package dev.airlock.runtime.recovery.keys;

import org.jspecify.annotations.NullMarked;
