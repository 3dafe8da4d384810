/**
 * Recovery's time and randomness, injected so that a trace replays to the same decisions. Start at {@link
 * dev.airlock.runtime.recovery.time.Time}.
 */
@NullMarked
package dev.airlock.runtime.recovery.time;

import org.jspecify.annotations.NullMarked;
