/**
 * Prints outcomes and failures, and ends a command that was interrupted. Start at {@code FailureText}.
 */
@NullMarked
package dev.airlock.cli.console.outcome;

import org.jspecify.annotations.NullMarked;
