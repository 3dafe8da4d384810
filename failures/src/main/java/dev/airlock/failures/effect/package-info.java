/**
 * What a call that did not succeed may have changed. Start at {@link dev.airlock.failures.effect.Effect}.
 */
@NullMarked
package dev.airlock.failures.effect;

import org.jspecify.annotations.NullMarked;
