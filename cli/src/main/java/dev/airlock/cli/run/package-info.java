/**
 * {@code airlock run}, {@code reverse} and {@code replay}: one call of one connector, with its flags, recording and output; and {@code
 * airlock cache}, which makes such calls fast. Start at {@link dev.airlock.cli.run.RunCommand}.
 */
@NullMarked
package dev.airlock.cli.run;

import org.jspecify.annotations.NullMarked;
