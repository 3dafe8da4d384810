/**
 * Holds values against JSON Schemas that strangers wrote, in bounded time. Start with {@link dev.airlock.runtime.schema.JsonShape}. The
 * only package that names the validator.
 */
@NullMarked
package dev.airlock.runtime.schema;

import org.jspecify.annotations.NullMarked;
