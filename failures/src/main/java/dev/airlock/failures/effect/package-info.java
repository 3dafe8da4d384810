/**
 * The side effects that a failed call may have had. Start at {@link dev.airlock.failures.effect.Effect}.
 */
@NullMarked
package dev.airlock.failures.effect;

import org.jspecify.annotations.NullMarked;
