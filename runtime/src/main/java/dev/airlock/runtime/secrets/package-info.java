/**
 * Credentials in a store of the host. Start at {@link dev.airlock.runtime.secrets.SecretStore}, which the host implements;
 * {@code HeldSecrets} is one call's view of it. Bindings that Airlock itself keeps are in {@code bindings}.
 */
@NullMarked
package dev.airlock.runtime.secrets;

import org.jspecify.annotations.NullMarked;
