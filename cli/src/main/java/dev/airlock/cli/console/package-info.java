/**
 * What a command has to do with whoever called it: streams, exit codes, problems in words, questions, progress, JSON. Start at {@link
 * dev.airlock.cli.console.Terminal}. Knows no command and nothing of connectors but how their failures are shown.
 */
@NullMarked
package dev.airlock.cli.console;

import org.jspecify.annotations.NullMarked;
