/**
 * Circuit breakers, one for each connector and host. Start at {@link dev.airlock.runtime.recovery.breaker.Breakers}. Only this
 * package names the library behind them.
 */
@NullMarked
package dev.airlock.runtime.recovery.breaker;

import org.jspecify.annotations.NullMarked;
