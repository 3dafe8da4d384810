/**
 * JSON as Airlock reads and writes it: strict on the way in, exact in value on the way out. Start at {@link
 * dev.airlock.failures.json.StrictJson}.
 */
@NullMarked
package dev.airlock.failures.json;

import org.jspecify.annotations.NullMarked;
