/**
 * JSON as Airlock reads and writes it: strict on the way in, exact in value on the way out. Start at {@link
 * dev.airlock.formats.json.StrictJson}.
 */
@NullMarked
package dev.airlock.formats.json;

import org.jspecify.annotations.NullMarked;
