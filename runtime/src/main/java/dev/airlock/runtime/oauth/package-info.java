/**
 * OAuth 2 for installed applications: the authorization code with PKCE on a loopback redirect (RFC 8252, RFC 7636), and renewal. A library
 * implements the protocol itself. Start at {@link dev.airlock.runtime.oauth.OAuthClient}. This package does not depend on connectors and
 * stores nothing.
 */
@NullMarked
package dev.airlock.runtime.oauth;

import org.jspecify.annotations.NullMarked;
