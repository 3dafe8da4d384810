/**
 * The names of limits, and the facts about a limit that ended a call. Start at {@link dev.airlock.failures.limit.LimitName}.
 */
@NullMarked
package dev.airlock.failures.limit;

import org.jspecify.annotations.NullMarked;
