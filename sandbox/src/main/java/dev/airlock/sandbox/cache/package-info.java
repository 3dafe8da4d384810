/**
 * What was compiled once, kept between processes. Cached classes run outside the sandbox, so nothing is taken from the cache
 * that this user did not put there unchanged. Start at {@link dev.airlock.sandbox.cache.CodeCache}.
 */
@NullMarked
package dev.airlock.sandbox.cache;

import org.jspecify.annotations.NullMarked;
