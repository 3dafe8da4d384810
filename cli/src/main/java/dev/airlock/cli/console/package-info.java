/**
 * A command's interface to its user: streams, exit codes, problems, questions, progress, JSON. Start at {@link
 * dev.airlock.cli.console.Terminal}. It depends on no command, and of connectors only on the display of their failures.
 */
@NullMarked
package dev.airlock.cli.console;

import org.jspecify.annotations.NullMarked;
