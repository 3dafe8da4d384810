/**
 * Credentials as one call uses them: where they come from, the one slot that each goes into, and what is looked for in
 * whatever comes back. Start at {@link dev.airlock.sandbox.host.credentials.CredentialSource}; {@link
 * dev.airlock.sandbox.host.credentials.CallCredentials} is what the host functions use. Imports {@code call} and {@code
 * host.net}, nothing of {@code host} itself.
 */
@NullMarked
package dev.airlock.sandbox.host.credentials;

import org.jspecify.annotations.NullMarked;
