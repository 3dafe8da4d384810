/**
 * The names of connectors: full names, versions, and references that hold both.
 *
 * <p>Start with {@link dev.airlock.manifests.names.ConnectorName}. Imports only {@code formats} and {@code hosts}.
 */
@NullMarked
package dev.airlock.manifests.names;

import org.jspecify.annotations.NullMarked;
