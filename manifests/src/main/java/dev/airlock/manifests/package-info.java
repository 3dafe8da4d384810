/**
 * Connector manifests as checked, immutable values: what a connector is, and what it asks for.
 *
 * <p>Start with {@link dev.airlock.manifests.ManifestReader}, which turns a {@code manifest.toml} into a
 * {@link dev.airlock.manifests.ConnectorManifest} or into everything that is wrong with it. Imports the subpackages and the
 * names of {@code dev.airlock.failures}; opens no socket and looks nothing up.
 */
@NullMarked
package dev.airlock.manifests;

import org.jspecify.annotations.NullMarked;
