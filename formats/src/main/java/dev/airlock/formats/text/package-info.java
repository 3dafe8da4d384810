/**
 * The parts that all parsers here share: {@link dev.airlock.formats.text.Parsed}, a value or a problem with the text; {@link
 * dev.airlock.formats.text.Problem}, a problem with its place in a file; and helpers for messages.
 *
 * <p>Start with {@code Parsed}. This package imports nothing else of Airlock.
 */
@NullMarked
package dev.airlock.formats.text;

import org.jspecify.annotations.NullMarked;
