/**
 * What a publisher makes of a connector and what a user makes sure of: the archive, its content hash, its signatures, keys and
 * the keyring. Start at {@link dev.airlock.runtime.packages.PackageArchive} and {@link dev.airlock.runtime.packages.Keyring}. Opens
 * no connection and keeps nothing but the keyring and keys; must not import the store or what installs.
 */
@NullMarked
package dev.airlock.runtime.packages;

import org.jspecify.annotations.NullMarked;
