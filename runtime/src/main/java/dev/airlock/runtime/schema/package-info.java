/**
 * Checks values against foreign JSON Schemas, in bounded time. Start at {@link dev.airlock.runtime.schema.JsonShape}. Only this package
 * names the validator.
 */
@NullMarked
package dev.airlock.runtime.schema;

import org.jspecify.annotations.NullMarked;
