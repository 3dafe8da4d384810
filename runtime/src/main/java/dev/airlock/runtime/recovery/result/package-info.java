/**
 * The results of recovery: the attempts of a call, and its end. Start at {@link dev.airlock.runtime.recovery.result.Result}.
 */
@NullMarked
package dev.airlock.runtime.recovery.result;

import org.jspecify.annotations.NullMarked;
