/**
 * Finds secrets and volatile values in a recording, and puts placeholders in their place. Start at {@code SecretSearch}.
 */
@NullMarked
package dev.airlock.conformance.conversion.secrets;

import org.jspecify.annotations.NullMarked;
