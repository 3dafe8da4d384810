/**
 * What every parser here shares: a {@link dev.airlock.manifests.parsing.Parsed} value or what is wrong with the text, a
 * {@link dev.airlock.manifests.parsing.Problem} with its place in a file, and the words to say it in.
 *
 * <p>Start with {@code Parsed}. This package imports nothing else of Airlock.
 */
@NullMarked
package dev.airlock.manifests.parsing;

import org.jspecify.annotations.NullMarked;
