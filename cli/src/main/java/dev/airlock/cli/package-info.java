/**
 * The {@code airlock} command: a function of its streams and arguments that returns an exit code. Start at {@link
 * dev.airlock.cli.AirlockCommand}; {@link dev.airlock.cli.Main} only connects it to the process, and {@link dev.airlock.cli.Subcommands}
 * lists the subcommands. All of them build on {@code console} and {@code environment}.
 */
@NullMarked
package dev.airlock.cli;

import org.jspecify.annotations.NullMarked;
