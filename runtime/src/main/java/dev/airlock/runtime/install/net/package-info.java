/**
 * Packages over the network: resumable downloads over https, releases of forges and web servers, and uploads. Start at
 * {@link dev.airlock.runtime.install.net.Downloads}. This package does not check the contents of packages, and must not import the store.
 */
@NullMarked
package dev.airlock.runtime.install.net;

import org.jspecify.annotations.NullMarked;
