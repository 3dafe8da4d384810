/**
 * SHA-256 and HMAC-SHA-256 from the JDK, without checked exceptions. Start at {@link dev.airlock.failures.hash.Sha256}.
 */
@NullMarked
package dev.airlock.failures.hash;

import org.jspecify.annotations.NullMarked;
