/**
 * Loads connectors: admission, reading, checks, rewriting, compilation in the background, and the captured state of reactors. Start at
 * {@code Loader}; {@link dev.airlock.sandbox.load.Connector} is the result. Must not run calls.
 */
@NullMarked
package dev.airlock.sandbox.load;

import org.jspecify.annotations.NullMarked;
