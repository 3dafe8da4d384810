/**
 * The flags of commands that call a connector, and the call that they describe. Start at {@code CallArguments}.
 */
@NullMarked
package dev.airlock.cli.run.flags;

import org.jspecify.annotations.NullMarked;
