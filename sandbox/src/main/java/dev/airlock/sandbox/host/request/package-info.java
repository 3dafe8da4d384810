/**
 * Reads a guest's HTTP request and checks it against the manifest: host, method, headers, credential slots, redirects. Start at {@code
 * RequestRules}. Sends nothing.
 */
@NullMarked
package dev.airlock.sandbox.host.request;

import org.jspecify.annotations.NullMarked;
