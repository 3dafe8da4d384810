/**
 * The limits of a call and of a load: the table of defaults and ceilings, and a checked set of them.
 *
 * <p>Start with {@link dev.airlock.manifests.limits.Limits}. Imports only {@code formats} and the names of
 * {@code dev.airlock.failures}.
 */
@NullMarked
package dev.airlock.manifests.limits;

import org.jspecify.annotations.NullMarked;
