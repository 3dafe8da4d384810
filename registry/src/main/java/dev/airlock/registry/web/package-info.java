/**
 * Packages from web servers and from the releases of forges. Start at {@link dev.airlock.registry.web.Releases}.
 */
@NullMarked
package dev.airlock.registry.web;

import org.jspecify.annotations.NullMarked;
