/**
 * Bindings: which connector may use which credential, and where. Start at {@code Bindings};
 * {@link dev.airlock.runtime.bindings.CredentialRefresh} is recovery's view of it. The secrets are in {@code vault}.
 */
@NullMarked
package dev.airlock.runtime.bindings;

import org.jspecify.annotations.NullMarked;
