/**
 * The checks themselves, by subject. Start at {@code Bench}, through which they load and call.
 */
@NullMarked
package dev.airlock.conformance.checks;

import org.jspecify.annotations.NullMarked;
