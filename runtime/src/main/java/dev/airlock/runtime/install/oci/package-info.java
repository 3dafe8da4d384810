/**
 * Packages in OCI registries, read by the published distribution specification. Start at
 * {@link dev.airlock.runtime.install.oci.OciSource}. Opens no connection of its own: {@code install.net} does.
 */
@NullMarked
package dev.airlock.runtime.install.oci;

import org.jspecify.annotations.NullMarked;
