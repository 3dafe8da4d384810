/**
 * Typed arguments and results in the language of a connector, generated from the JSON Schemas of its manifest. Start with {@link
 * dev.airlock.conformance.types.GeneratedTypes}. Must not import the command.
 */
@NullMarked
package dev.airlock.conformance.types;

import org.jspecify.annotations.NullMarked;
