/**
 * Packages from web servers and from the releases of forges. Start at {@link dev.airlock.runtime.install.web.Releases}.
 */
@NullMarked
package dev.airlock.runtime.install.web;

import org.jspecify.annotations.NullMarked;
