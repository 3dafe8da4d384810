/**
 * What a recovered call came to: its attempts and its result. Start at {@link dev.airlock.runtime.recovery.result.Result}.
 */
@NullMarked
package dev.airlock.runtime.recovery.result;

import org.jspecify.annotations.NullMarked;
