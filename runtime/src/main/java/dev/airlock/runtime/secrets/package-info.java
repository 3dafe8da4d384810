/**
 * Credentials that lie in a store of the host's own. Start at {@link dev.airlock.runtime.secrets.SecretStore}, which the host implements;
 * {@code HeldSecrets} is what one call sees of it. Bindings that Airlock itself keeps are in {@code bindings}.
 */
@NullMarked
package dev.airlock.runtime.secrets;

import org.jspecify.annotations.NullMarked;
