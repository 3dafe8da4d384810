/**
 * Packages in OCI registries, read and published by the distribution specification. Start at
 * {@link dev.airlock.registry.oci.OciSource}; {@link dev.airlock.registry.oci.OciPublisher} publishes. This package opens no
 * connection of its own; {@code net} does.
 */
@NullMarked
package dev.airlock.registry.oci;

import org.jspecify.annotations.NullMarked;
