/**
 * Compiled code that is kept between processes. Cached classes run outside the sandbox, so the cache returns only what
 * this user put there unchanged. Start at {@link dev.airlock.sandbox.cache.CodeCache}.
 */
@NullMarked
package dev.airlock.sandbox.cache;

import org.jspecify.annotations.NullMarked;
