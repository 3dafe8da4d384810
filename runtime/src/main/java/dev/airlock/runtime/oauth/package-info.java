/**
 * OAuth 2 for installed applications: the authorization code with PKCE on a loopback redirect (RFC 8252, RFC 7636), and
 * renewal. The protocol itself is the library's; start at {@link dev.airlock.runtime.oauth.OAuthClient}. Knows nothing of
 * connectors and keeps nothing.
 */
@NullMarked
package dev.airlock.runtime.oauth;

import org.jspecify.annotations.NullMarked;
