/**
 * The output of outcomes and failures, and the end of an interrupted command. Start at {@code FailureText}.
 */
@NullMarked
package dev.airlock.cli.console.outcome;

import org.jspecify.annotations.NullMarked;
