/**
 * The credentials of one call: their source, the one slot of each, and the search for them in all answers. Start at
 * {@link dev.airlock.sandbox.host.credentials.CredentialSource}; the host functions use
 * {@link dev.airlock.sandbox.host.credentials.CallCredentials}. Imports {@code call} and {@code host.net}, nothing of
 * {@code host} itself.
 */
@NullMarked
package dev.airlock.sandbox.host.credentials;

import org.jspecify.annotations.NullMarked;
