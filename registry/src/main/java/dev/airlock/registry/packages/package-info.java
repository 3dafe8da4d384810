/**
 * Packages of connectors, for publishers and users: the archive, its content hash, its signatures, keys and the keyring. Start at
 * {@link dev.airlock.registry.packages.PackageArchive} and {@link dev.airlock.registry.packages.Keyring}. This package opens no connection,
 * stores only the keyring and keys, and must not import the store or the installer.
 */
@NullMarked
package dev.airlock.registry.packages;

import org.jspecify.annotations.NullMarked;
