/**
 * Packages in OCI registries, read and published by the distribution specification. Start at
 * {@link dev.airlock.runtime.install.oci.OciSource}; {@link dev.airlock.runtime.install.oci.OciPublisher} publishes. This package opens no
 * connection of its own; {@code install.net} does.
 */
@NullMarked
package dev.airlock.runtime.install.oci;

import org.jspecify.annotations.NullMarked;
