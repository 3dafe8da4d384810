/**
 * JSON Schemas as model vendors accept them. Start at {@code StrictSchema}.
 */
@NullMarked
package dev.airlock.runtime.actions.tools.schema;

import org.jspecify.annotations.NullMarked;
