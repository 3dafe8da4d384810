/**
 * The call as the sandbox sees it: its deadline, its budgets, and its termination. Start at
 * {@link dev.airlock.sandbox.call.CallScope}. Nothing here knows an engine, a socket or a failure class.
 */
@NullMarked
package dev.airlock.sandbox.call;

import org.jspecify.annotations.NullMarked;
