/**
 * Packages from the network: downloads over https that resume, releases of forges and web servers, and uploads. Start at
 * {@link dev.airlock.runtime.install.net.Downloads}. Checks nothing of what a package holds, and must not import the store.
 */
@NullMarked
package dev.airlock.runtime.install.net;

import org.jspecify.annotations.NullMarked;
