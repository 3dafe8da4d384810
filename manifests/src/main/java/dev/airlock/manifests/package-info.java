/**
 * Connector manifests as checked, immutable values: the identity of a connector and everything that it asks for.
 *
 * <p>Start with {@link dev.airlock.manifests.ManifestReader}, which turns a {@code manifest.toml} into a {@link
 * dev.airlock.manifests.ConnectorManifest} or into its problems. Imports the subpackages and the names of {@code dev.airlock.failures};
 * opens no socket and performs no look-up.
 */
@NullMarked
package dev.airlock.manifests;

import org.jspecify.annotations.NullMarked;
