/**
 * SHA-256 and HMAC-SHA-256 from the JDK, without checked exceptions. Start at {@link dev.airlock.formats.hash.Sha256}.
 */
@NullMarked
package dev.airlock.formats.hash;

import org.jspecify.annotations.NullMarked;
