/**
 * What shells offer when a person presses Tab, and the pages of {@code man}. Start at {@link
 * dev.airlock.cli.completion.CompletionCommand}.
 */
@NullMarked
package dev.airlock.cli.completion;

import org.jspecify.annotations.NullMarked;
