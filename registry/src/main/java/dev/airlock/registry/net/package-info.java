/**
 * Packages over the network: resumable downloads over https, and uploads. Start at
 * {@link dev.airlock.registry.net.Downloads}. This package does not check the contents of packages, and must not import the store.
 */
@NullMarked
package dev.airlock.registry.net;

import org.jspecify.annotations.NullMarked;
