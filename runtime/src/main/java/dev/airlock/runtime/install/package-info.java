/**
 * Installs packages from a publisher into the store: the sources of packages, and the checks before one is installed. Start at
 * {@link dev.airlock.runtime.install.Candidate}.
 */
@NullMarked
package dev.airlock.runtime.install;

import org.jspecify.annotations.NullMarked;
