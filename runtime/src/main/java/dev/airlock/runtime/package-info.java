/**
 * The API for a host agent that embeds Airlock. Start at {@link dev.airlock.runtime.Airlock}. The packages below implement it, and you can
 * use them without it.
 */
@NullMarked
package dev.airlock.runtime;

import org.jspecify.annotations.NullMarked;
