/**
 * Installs packages from a publisher into the store: the sources of packages, and the checks before one is installed. Start at
 * {@link dev.airlock.registry.install.Candidate}.
 */
@NullMarked
package dev.airlock.registry.install;

import org.jspecify.annotations.NullMarked;
