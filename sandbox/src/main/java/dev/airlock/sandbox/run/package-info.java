/**
 * Runs one call of a loaded connector, from its document to its outcome. Start at {@code Invocation}.
 */
@NullMarked
package dev.airlock.sandbox.run;

import org.jspecify.annotations.NullMarked;
