/**
 * From a publisher to the store: where packages come from, and what is checked before one is installed. Start at
 * {@link dev.airlock.runtime.install.Candidate}.
 */
@NullMarked
package dev.airlock.runtime.install;

import org.jspecify.annotations.NullMarked;
